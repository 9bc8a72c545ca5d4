import type { components } from '@xinchu/contract/schema'
import { factorOf, isSameUnit } from '@xinchu/validators/reading'
import { type MapColumn, mapKey, type ReadingMap } from '@xinchu/validators/reading/table'
import { columnLetter } from '../../workbook/column-letter.ts'
import type { SheetSurvey } from '../../workbook/index.ts'
import type { ChosenSheet } from './choose-sheet.ts'
import type { ColumnValues } from './column-values.ts'
import type { ImportColumn } from './columns.ts'
import { lineOf } from './heading-candidates.ts'
import { isOwn } from './heading-columns.ts'
import { headingKeys } from './heading-key.ts'
import type { SavedMap, StoredReading } from './stored-reading.ts'

type Reading = components['schemas']['ImportReading']
type Column = components['schemas']['ImportReadColumn']

const MOST_COLUMNS = 500
const HEADING_LENGTH = 200

/** The unit of a column, unless it is the field's own. */
function otherUnit(unit: string | undefined, { spec }: ImportColumn): string | undefined {
  if (unit === undefined) return undefined
  const factor = factorOf(unit, spec)
  return typeof factor === 'object' && !isSameUnit(factor) ? unit : undefined
}

/** What a column is for: its field if that is known, or else the one that is proposed. */
function fieldOf({ header }: ChosenSheet, at: number, isAsked: boolean) {
  const { columns, letters, proposed, units } = header
  const column = columns[at]
  // Of two columns of a field only the first is proposed for it.
  if (column && letters[column.name] === columnLetter(at + 1))
    return { column, unit: units[at]?.unit, certainty: isAsked ? ('MAYBE' as const) : ('SURE' as const) }
  const proposal = proposed.get(at)
  if (!proposal) return undefined
  return {
    column: proposal.field,
    unit: otherUnit(proposal.unit, proposal.field),
    certainty: 'MAYBE' as const,
  }
}

function columnOf(chosen: ChosenSheet, at: number, key: string, values: ColumnValues): Column {
  const { header } = chosen
  const questions = header.questions.flatMap(({ at: column, code, message }) =>
    column === at ? [{ code, message }] : [],
  )
  const found = fieldOf(chosen, at, questions.length > 0)
  const factor = found?.unit === undefined ? undefined : factorOf(found.unit, found.column.spec)
  return {
    column: columnLetter(at + 1),
    key,
    heading: (header.headings[at] ?? '').slice(0, HEADING_LENGTH),
    samples: values.samples(at),
    ...(found ? { field: found.column.name, certainty: found.certainty } : {}),
    ...(found?.unit === undefined ? {} : { unit: found.unit }),
    ...(found ? values.readable(at, found.column, typeof factor === 'object' ? factor : undefined) : {}),
    questions,
  }
}

/** Names of the columns in a map: their headings, or their letters where a heading does not tell them apart. */
function keysOf(headings: readonly string[]): string[] {
  const count = new Map<string, number>()
  for (const text of headings) count.set(mapKey(text), (count.get(mapKey(text)) ?? 0) + 1)
  return headings.map((text, at) => {
    const isPlain = text !== '' && text.length <= HEADING_LENGTH && !text.startsWith('#')
    return isPlain && count.get(mapKey(text)) === 1 ? text : `#${columnLetter(at + 1)}`
  })
}

function columnsOf(chosen: ChosenSheet, values: ColumnValues): Column[] {
  const { headings, columns } = chosen.header
  const keys = keysOf(headings)
  return headings
    .flatMap((text, at) => {
      if (!columns[at] && (isOwn(text) || (text === '' && !values.hasValues(at)))) return []
      return [columnOf(chosen, at, keys[at] ?? '', values)]
    })
    .slice(0, MOST_COLUMNS)
}

function sheetsOf(sheets: readonly SheetSurvey[], { sheet: chosen, tables }: ChosenSheet): Reading['sheets'] {
  if (chosen.text) return []
  return sheets.map((sheet) => {
    const rows = tables.get(sheet.name)
    return {
      name: sheet.name,
      rows: rows ?? sheet.rowCount,
      ...(sheet.isHidden ? { hidden: true } : {}),
      ...(rows === undefined && sheet !== chosen ? {} : { table: true }),
      chosen: sheet === chosen,
    }
  })
}

const mapOf = ({ sheet }: ChosenSheet, columns: readonly Column[]): ReadingMap => ({
  version: 1,
  ...(sheet.text ? {} : { sheet: sheet.name }),
  columns: Object.fromEntries(
    columns.map(({ key, field, unit }): [string, MapColumn] => [
      key,
      { ...(field === undefined ? {} : { field }), ...(unit === undefined ? {} : { unit }) },
    ]),
  ),
})

/** Describes how a file is read, for the user to look at and to correct. */
export function describeReading(
  sheets: readonly SheetSurvey[],
  chosen: ChosenSheet,
  values: ColumnValues,
  saved: SavedMap | undefined,
): StoredReading {
  const { header, sheet, questions } = chosen
  const columns = columnsOf(chosen, values)
  const heading = sheet.head.find(({ rowNo }) => rowNo === header.rows.at(-1))
  return {
    sheets: sheetsOf(sheets, chosen),
    columns,
    questions: questions.flatMap(({ at, code, message }) => (at === undefined ? [{ code, message }] : [])),
    notes: [...chosen.words, ...header.words],
    map: mapOf(chosen, columns),
    keys: headingKeys(heading ? lineOf(heading) : []),
    ...(saved ? { saved } : {}),
  }
}
