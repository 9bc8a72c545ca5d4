import { type Issue, messages, type RuleCode } from '@xinchu/validators'
import type { RawCell } from '@xinchu/validators/reading'
import { inWords } from '../regions/former.ts'
import { columnOf } from './columns.ts'
import type { References, RegionRow } from './references.ts'

/** Cell texts by machine name of the column. */
export type RawRow = Readonly<Record<string, string>>
/** Cells of which the file says more than their text, by machine name of the column. */
export type RawCells = Readonly<Record<string, RawCell>>
export type Values = Record<string, unknown>
export interface Found {
  field: string
  code?: RuleCode
  message: string
  level: Issue['level']
}

export const PLACES = ['provinceCode', 'cityCode', 'countyCode'] as const

/** A warning that a row names an ended division, with the one that takes its place. */
function successionOf(field: string, former: RegionRow, today: RegionRow): Found {
  const message = `${former.name}已于${inWords(former.endedOn ?? '')}并入${today.name}，按${today.name}导入`
  return { field, code: 'W-035', message, level: 'warning' }
}

/**
 * Resolves province, city and county, each within the previous. Municipalities have only counties. An ended division is
 * found under its former city, and its successor is taken.
 */
export function readPlaces(raw: RawRow, references: References, values: Values): Found[] {
  const found: Found[] = []
  let above: RegionRow | undefined
  let isBroken = false
  for (const field of PLACES) {
    const text = raw[columnOf(field)?.name ?? field]
    if (text === undefined || isBroken) continue
    const named =
      references.region(text, above?.code) ?? (above && references.region(text, references.today(above).code))
    if (named) {
      const today = references.today(named)
      values[field] = today.code
      // A county brings its city: it may have gone to another one.
      if (field === 'countyCode' && today !== named && today.parentCode !== values['provinceCode'])
        values['cityCode'] = today.parentCode ?? undefined
      if (today !== named) found.push(successionOf(field, named, today))
      above = named
    } else {
      found.push({ field, message: messages.region, level: 'error' })
      isBroken = true
    }
  }
  if (above && !isBroken && references.hasDivisions(references.today(above).code)) {
    const field =
      values['cityCode'] === undefined && values['countyCode'] === undefined ? 'cityCode' : 'countyCode'
    found.push({ field, message: messages.nonEmpty, level: 'error' })
  }
  return found
}
