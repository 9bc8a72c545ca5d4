import { codes, messages } from '@xinchu/validators'
import { type RawCell, visible, wordsOf } from '@xinchu/validators/reading'
import { inWords } from '../regions/former.ts'
import { columnOf } from './columns.ts'
import type { Found } from './found.ts'
import { askPlace, isNewArea } from './place-choices.ts'
import type { References, RegionRow } from './references.ts'

/** Cell texts by machine name of the column. */
export type RawRow = Readonly<Record<string, string>>
/** Cells of which the file says more than their text, by machine name of the column; and what it says of the row. */
export type RawCells = Readonly<Record<string, RawCell>>

/** Among them the columns behind the last heading in which a row of a text file has something. */
export const BEYOND = '#beyond'
export type Values = Record<string, unknown>

export const PLACES = ['provinceCode', 'cityCode', 'countyCode'] as const

export const isPlace = (field: string): boolean => PLACES.some((place) => place === field)

/** A warning that a row names an ended division, with the one that takes its place. */
function successionOf(field: string, former: RegionRow, today: RegionRow): Found {
  const message = `${former.name}已于${inWords(former.endedOn ?? '')}并入${today.name}，按${today.name}导入`
  return { field, code: 'W-035', message, level: 'warning' }
}

/** Words in the place of a city that there is none: the province has the county itself. */
const NO_CITY = /^(?:市辖区|县|省直辖.*|自治区直辖.*|直辖县级.*|省直管.*)$/u
const XINJIANG = '650000'
const CORPS = '660000'
const FIELDS = [undefined, 'provinceCode', 'cityCode', 'countyCode'] as const

type Step = { region: RegionRow; rest?: string; note?: Found['code'] } | 'none' | undefined

/** Finds what a cell names below a division. `none`: it repeats the division above or says that there is no city. */
function stepOf(text: string, field: string, above: RegionRow | undefined, references: References): Step {
  const named =
    references.region(text, above?.code) ?? (above && references.region(text, references.today(above).code))
  if (named) return { region: named }
  if (above && field === 'cityCode' && NO_CITY.test(text.trim())) return 'none'
  if (above && (text.trim() === above.name || text.trim() === above.shortName)) return 'none'
  const begun = references.beginning(text, above?.code)
  if (begun && begun.rest !== '') return begun
  const [only, ...more] = above?.level === 1 ? references.countiesOf(above.code, text) : []
  if (only && more.length === 0) return { region: only, note: 'C-063' }
  if (above?.code !== XINJIANG) return undefined
  const ofCorps = references.region(text, CORPS) ?? references.countiesOf(CORPS, text)[0]
  return ofCorps && { region: ofCorps, note: 'C-060' }
}

/** A text without the names of the divisions above that it begins with. */
function withoutParents(text: string, path: readonly RegionRow[]): string {
  let rest = text
  for (const { name, shortName } of path)
    for (const parent of [name, shortName]) if (rest.startsWith(parent)) rest = rest.slice(parent.length)
  return rest
}

/** A cell that names a division, with its parents in front, or as a whole path. */
function walk(text: string, field: string, path: readonly RegionRow[], references: References): Step {
  const above = path.at(-1)
  // As it is first: 吉林市 does not mean a 市 in 吉林.
  let step =
    stepOf(text, field, above, references) ?? stepOf(withoutParents(text, path), field, above, references)
  for (let hops = 0; hops < 3 && typeof step === 'object' && step.rest; hops += 1) {
    const next = stepOf(step.rest, field, step.region, references)
    if (next === 'none') return { region: step.region }
    step = next
  }
  return step
}

const note = (field: string, code: 'C-060' | 'C-063', { name }: RegionRow): Found => ({
  field,
  code,
  message: wordsOf({ code, original: '', args: { label: name } }),
  level: 'warning',
})

/** Stores a division under the field of its level, and those above it that the row does not name. */
function place(values: Values, named: RegionRow, references: References): void {
  const today = references.today(named)
  for (
    let each: RegionRow | undefined = today;
    each;
    each = references.byCode(each.parentCode ?? undefined)
  ) {
    const field = FIELDS[each.level]
    if (field) values[field] = each.code
  }
  // A county that its province has itself has no city.
  if (today.level === 3 && references.byCode(today.parentCode ?? undefined)?.level === 1)
    delete values['cityCode']
}

/**
 * Reads province, city and county as one path, each within the previous. A division goes to the field of its level, whatever column
 * it stands in. An ended division is found under its former city and replaced by its successor.
 */
export function readPlaces(raw: RawRow, references: References, values: Values): Found[] {
  const found: Found[] = []
  const path: RegionRow[] = []
  for (const field of PLACES) {
    const text = raw[columnOf(field)?.name ?? field]
    if (text === undefined || (field === 'cityCode' && isNewArea(text) && raw['county'])) continue
    const step = walk(visible(text).trim(), field, path, references)
    if (step === 'none') continue
    if (!step) return [...found, ...unclearPlace(field, text, path, { references, values })]
    const today = references.today(step.region)
    place(values, step.region, references)
    if (step.note === 'C-060' || step.note === 'C-063')
      found.push(
        note(
          field,
          step.note,
          step.note === 'C-063' ? (references.byCode(today.parentCode ?? undefined) ?? today) : today,
        ),
      )
    if (today !== step.region) found.push(successionOf(field, step.region, today))
    path.push(step.region)
  }
  const last = path.at(-1)
  if (last && references.hasDivisions(references.today(last).code)) {
    const field =
      values['cityCode'] === undefined && values['countyCode'] === undefined ? 'cityCode' : 'countyCode'
    found.push({ field, code: codes.nonEmpty, message: messages.nonEmpty, level: 'error' })
  }
  return found
}

/** Asks about a place, or refuses it. The rest of the row is judged as if the first choice was meant. */
function unclearPlace(
  field: string,
  text: string,
  path: readonly RegionRow[],
  { references, values }: { references: References; values: Values },
): Found[] {
  const asked = askPlace(field, text, path.at(-1), references)
  if (!asked) return [{ field, code: codes.region, message: messages.region, level: 'error' }]
  place(values, asked.first, references)
  return [asked.found]
}
