import { type RuleCode, toPlainLine } from '@xinchu/validators'
import { wordsOf, writtenChoice } from '@xinchu/validators/reading'
import { columns } from '../es-project/columns.ts'
import { nameColumns } from '../es-project/duplicates/name-keys.ts'
import { numberColumns } from '../es-project/duplicates/number-keys.ts'
import { phaseOf } from '../es-project/duplicates/subject.ts'
import { projectInitials } from '../text-search/initials.ts'
import { replacedFields } from './blank-cells.ts'
import type { CheckContext } from './check-context.ts'
import { columnOf, PARTS, SHOWN_AT } from './columns.ts'
import type { Found } from './found.ts'
import { judgeRow } from './judge-row.ts'
import { readParts } from './part-texts.ts'
import { BEYOND, PLACES, type RawCells, type RawRow, readPlaces, type Values } from './places.ts'
import { questionAt, type StoredQuestion } from './questions.ts'
import type { References } from './references.ts'
import { readCells } from './row-values.ts'
import { sampleKind } from './sample.ts'

export type { RawRow } from './places.ts'

/** A fault of a cell, in the workbook's terms. */
export interface CellIssue {
  column?: string
  field: string
  caption: string
  value?: string
  code?: RuleCode
  message: string
}

export interface CheckedRow {
  row_no: number
  state: 'OK' | 'WARN' | 'ASK' | 'ERROR'
  raw: RawRow
  /** Null if the texts say all. */
  cells: RawCells | null
  /** Columns of `es_project`; null for an invalid cell. */
  project: Record<string, unknown> | null
  errors: CellIssue[]
  warnings: CellIssue[]
  /** Null if nothing is asked. */
  questions: StoredQuestion[] | null
  /** Key of a project: company, name and phase. */
  same_name: string | null
  /** Keys of the numbers; null if none. */
  record_no: string | null
  national_code: string | null
  /** Phase as digits; empty if none. */
  phase: string
}

const SHOWN_VALUE = 500

/** Formats an issue of a row with its position in the workbook. */
export function issueOf(
  rowNo: number,
  { field, message, code }: { field: string; code?: RuleCode | undefined; message: string },
  raw: RawRow,
  letters: CheckContext['letters'],
): CellIssue {
  const column = columnOf(SHOWN_AT[field] ?? field)
  const name = column?.name ?? field
  const caption = column?.caption ?? ''
  const value = raw[name] || undefined
  const letter = letters[name]
  return {
    ...(letter ? { column: letter } : {}),
    field: name,
    caption,
    ...(value === undefined ? {} : { value: toPlainLine(value.slice(0, SHOWN_VALUE)) }),
    ...(code ? { code } : {}),
    message: `第${rowNo}行【${caption}】：${message}`.slice(0, 500),
  }
}

const placeNames = (values: Values, references: References): string[] =>
  PLACES.flatMap((field) => {
    const region = references.byCode(values[field] as string | undefined) // a code that readPlaces put there
    return region ? [region.name, region.shortName] : []
  })

const firstOfEach = (found: readonly Found[]): Found[] => {
  const seen = new Set<string>()
  return found.filter(({ field }) => !seen.has(field) && seen.add(field))
}

/** The texts of a row without the places that could not be read; of one that is asked about, what is proposed. */
function withoutBroken(raw: RawRow, found: readonly Found[]): RawRow {
  const texts: Record<string, string> = { ...raw }
  for (const place of PLACES) {
    const broken = found.find(({ field }) => field === place)
    const name = columnOf(place)?.name
    if (!broken || name === undefined) continue
    const [proposed] = broken.asks?.choices ?? []
    if (proposed) texts[name] = writtenChoice(proposed)
    else delete texts[name]
  }
  return texts
}

/** A fault of a row as a whole, which stands at its name. */
const ofRow = (code: 'C-077' | 'C-087', args: Readonly<Record<string, string>> = {}): Found => ({
  field: 'projectName',
  code,
  message: wordsOf({ code, original: '', args }),
  level: 'error',
})

/** The names and numbers by which a row is compared with others. */
function keysOf(values: Values, references: References) {
  const textOf = (field: string) => (typeof values[field] === 'string' ? String(values[field]) : null)
  const name = nameColumns(
    String(values['projectName'] ?? ''),
    placeNames(values, references),
    String(values['provinceCode'] ?? ''),
  )
  const numbers = numberColumns({ record_no: textOf('recordNo'), national_code: textOf('nationalCode') })
  return { name, numbers, phase: phaseOf({ ...name, phase_no: textOf('phaseNo') }) }
}

function stateOf(...levels: readonly (readonly Found[])[]): CheckedRow['state'] {
  const states = ['ERROR', 'ASK', 'WARN'] as const
  return states[levels.findIndex((found) => found.length > 0)] ?? 'OK'
}

/** Checks one row of an import like a form, without other records. */
export function checkRow(
  rowNo: number,
  raw: RawRow,
  context: CheckContext,
  cells: RawCells = {},
): CheckedRow {
  const { references, letters } = context
  const values: Values = {}
  const read = readCells(raw, cells, context, values)
  const found = read.filter(({ level }) => level === 'error')
  if (sampleKind(raw) === 'changed') found.unshift(ofRow('C-087'))
  const { [BEYOND]: beyond } = cells
  if (beyond) found.unshift(ofRow('C-077', { columns: beyond.text }))
  const parts = readParts(raw[PARTS], context, values)
  found.push(...parts.filter(({ level }) => level === 'error'))
  found.push(...readPlaces(withoutBroken(raw, found), references, values))
  found.push(...judgeRow(values, found, context))
  // A problem of a value says more than how the cell was read.
  found.push(...[...read, ...parts].filter(({ level }) => level !== 'error'))
  const issues = firstOfEach(found)
  const questions = issues.filter(({ asks }) => asks)
  const errors = issues.filter(({ level, asks }) => level === 'error' && !asks)
  const warnings = issues.filter(({ level }) => level === 'warning')
  const inWords = (issue: Found) => issueOf(rowNo, issue, raw, letters)
  const { name, numbers, phase } = keysOf(values, references)
  return {
    row_no: rowNo,
    state: stateOf(errors, questions, warnings),
    raw,
    cells: Object.keys(cells).length > 0 ? cells : null,
    project: errors.length + questions.length > 0 ? null : projectOf(values, { ...name, ...given(numbers) }),
    errors: errors.map(inWords),
    warnings: warnings.map(inWords),
    questions: questions.length > 0 ? questions.map((found) => questionAt(found, letters)) : null,
    same_name:
      values['creditCode'] && name.normalised_name
        ? [values['creditCode'], name.normalised_name, values['phaseNo'] ?? ''].join('|')
        : null,
    record_no: numbers.record_key || null,
    national_code: numbers.national_key || null,
    phase,
  }
}

const columnOfField = new Map(columns)

type Keys = ReturnType<typeof nameColumns> & Partial<ReturnType<typeof numberColumns>>

/** The keys of the numbers that a row has: a draft keeps its other number, and the key of it. */
const given = (keys: ReturnType<typeof numberColumns>): Partial<ReturnType<typeof numberColumns>> =>
  Object.fromEntries(Object.entries(keys).filter(([, key]) => key !== null))

/** Read values by column. A column that is not there keeps what a draft has. */
function projectOf(values: Values, keys: Keys): Record<string, unknown> {
  const row: Record<string, unknown> = {
    ...keys,
    initials: projectInitials(
      String(values['projectName'] ?? ''),
      values['companyName'] as string | undefined,
    ), // read as text
  }
  for (const [field, value] of Object.entries(values)) {
    const column = columnOfField.get(field)
    if (column && value !== null && value !== undefined) row[column] = value
  }
  for (const field of replacedFields(values)) {
    const column = columnOfField.get(field)
    if (column) row[column] = null
  }
  return row
}
