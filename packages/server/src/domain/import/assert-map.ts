import { factorOf, wordsOf } from '@xinchu/validators/reading'
import {
  type ChosenColumn,
  MappedColumns,
  mapFaults,
  mapKey,
  type ReadingMap,
} from '@xinchu/validators/reading/table'
import { badRequest } from '../../errors.ts'
import { columnNamed, type ImportColumn } from './columns.ts'
import { required } from './heading-candidates.ts'
import type { StoredReading } from './stored-reading.ts'

const CAPTION_LENGTH = 60

const refused = (
  code: 'F-023' | 'F-024' | 'C-071' | 'C-076' | 'C-079',
  message: string,
  heading?: string,
) => {
  const words = message.slice(0, 500)
  const caption = heading === undefined ? {} : { caption: heading.slice(0, CAPTION_LENGTH) }
  return badRequest(code, words, [{ field: 'map', ...caption, message: words }])
}

function assertUnit(heading: string, unit: string | undefined, { spec }: ImportColumn): void {
  if (unit === undefined || typeof factorOf(unit, spec) === 'object') return
  const words = wordsOf({ code: 'C-071', original: unit, args: { unit, own: spec.unit ?? '无单位' } })
  throw refused('C-071', `列“${heading}”：${words}`, heading)
}

const nameOf = (field: string | undefined): string | undefined =>
  field === undefined ? undefined : columnNamed(field)?.name

/** @throws HttpError 400 for a map that no file can be read by: an unknown field or unit, or two columns of a field */
export function assertMap({ columns }: ReadingMap): void {
  for (const [heading, { field, unit }] of Object.entries(columns)) {
    if (field === undefined) continue
    const column = columnNamed(field)
    if (!column) throw refused('F-024', `字段“${field.slice(0, 30)}”不能导入`, heading)
    assertUnit(heading, unit, column)
  }
  const { twins } = mapFaults(
    Object.entries(columns).map(([column, { field }]) => ({ column, field: nameOf(field) })),
  )
  for (const [name, [first = '', second = '']] of twins) {
    const args = { other: second, caption: columnNamed(name)?.caption ?? name }
    throw refused('C-076', wordsOf({ code: 'C-076', original: first, args }), second)
  }
}

function assertHeadings({ columns }: ReadingMap, reading: StoredReading): void {
  const known = new Set(reading.columns.flatMap(({ key, heading }) => [mapKey(key), mapKey(heading)]))
  const letters = new Set(reading.columns.map(({ column }) => `#${column}`))
  const unknown = Object.keys(columns).find(
    (heading) => !known.has(mapKey(heading)) && !letters.has(heading.toUpperCase()),
  )
  if (unknown !== undefined) throw refused('C-079', `文件中没有列“${unknown.slice(0, 60)}”`, unknown)
}

/** What the columns are once the map holds: those that it does not name stay as they were understood for certain. */
function chosenBy(map: ReadingMap, reading: StoredReading): ChosenColumn<string>[] {
  const mapped = new MappedColumns(map)
  return reading.columns.map(({ column, heading, field, certainty }) => {
    const said = mapped.byLetter(column) ?? (heading === '' ? undefined : mapped.byHeading(heading))
    if (said) return { column, field: nameOf(said.field) }
    return { column, field: certainty === 'SURE' ? field : undefined }
  })
}

function assertComplete(map: ReadingMap, reading: StoredReading): void {
  const { missing } = mapFaults(
    chosenBy(map, reading),
    required.map(({ name }) => name),
  )
  if (missing.length === 0) return
  const original = missing.map((name) => columnNamed(name)?.caption ?? name).join('、')
  throw refused('C-079', wordsOf({ code: 'C-079', original, args: { near: '' } }))
}

/**
 * Checks a map against the file that it is for. The columns of another sheet are not known yet.
 * @throws HttpError 400
 */
export function assertMapOf(map: ReadingMap, reading: StoredReading): void {
  assertMap(map)
  const { sheets } = reading
  const sheet = map.sheet === undefined ? undefined : sheets.find(({ name }) => name === map.sheet)
  if (map.sheet !== undefined && !sheet && sheets.length > 0)
    throw refused('F-023', `工作簿中没有工作表“${map.sheet}”`)
  // A map without columns only names the sheet.
  if ((sheet && !sheet.chosen) || Object.keys(map.columns).length === 0) return
  assertHeadings(map, reading)
  assertComplete(map, reading)
}
