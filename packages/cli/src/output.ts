import type { Schema } from './contract.ts'
import { UsageError } from './exit.ts'
import { tableText } from './table.ts'

export const FORMATS = ['table', 'json', 'ndjson', 'csv'] as const
export type Format = (typeof FORMATS)[number]

const isFormat = (text: string): text is Format => FORMATS.some((each) => each === text)

/** The format of a result. @throws UsageError for an unknown one */
export function formatOf(given: string | undefined, isJson: boolean | undefined): Format {
  if (given === undefined) return isJson ? 'json' : 'table'
  if (!isFormat(given)) throw new UsageError(`--output 应为 ${FORMATS.join('、')} 之一`)
  return given
}

type Row = Readonly<Record<string, unknown>>

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The rows of a reply: those of a page, of a list, or the reply itself. */
export function rowsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (isRow(value) && Array.isArray(value['content'])) return value['content']
  return value === undefined ? [] : [value]
}

const cellOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const namesOf = (rows: readonly unknown[]) => [
  ...new Set(rows.flatMap((row) => (isRow(row) ? Object.keys(row) : []))),
]

const asRow = (row: unknown): Row => (isRow(row) ? row : { value: row })

// A workbook reads a leading sign of a formula as one, also from CSV.
const FORMULA = /^'*[=+\-@\t\r]/
const isNumber = (text: string) => /^[+-]?\d+(?:\.\d+)?$/.test(text)

function csvCell(value: unknown): string {
  const text = cellOf(value)
  const safe = FORMULA.test(text) && !isNumber(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Lines of CSV (RFC 4180), each with its end, below a heading, which is of the field names if none is given. */
export function csvOf(
  given: readonly unknown[],
  columns?: readonly string[],
  heading: readonly string[] | false = columns ?? namesOf(given.map(asRow)),
): string {
  const rows = given.map(asRow)
  const names = columns ?? namesOf(rows)
  const lines = rows.map((row) => names.map((name) => csvCell(row[name])).join(','))
  return [...(heading ? [heading.map(csvCell).join(',')] : []), ...lines]
    .map((line) => `${line}\r\n`)
    .join('')
}

const MOST_COLUMNS = 8
const LONGEST_CELL = 40

const short = (text: string) => {
  const line = text.replace(/\s*\n\s*/g, ' ')
  return [...line].length > LONGEST_CELL ? `${[...line].slice(0, LONGEST_CELL - 1).join('')}…` : line
}

/** Columns that fit a terminal: plain values, a label in place of its code, all of them if they were picked. */
function columnsOf(rows: readonly Row[], isPicked: boolean): string[] {
  const names = namesOf(rows)
  if (isPicked) return names
  const hasPlain = (name: string) => rows.some((row) => row[name] !== null && typeof row[name] !== 'object')
  return names
    .filter((name) => hasPlain(name) && !names.includes(`${name}Label`) && name !== 'version')
    .slice(0, MOST_COLUMNS)
}

/** A table of rows; of a single record, a line for each of its fields. */
export function tableOf(
  value: unknown,
  schemas: Readonly<Record<string, Schema>>,
  isPicked: boolean,
): string {
  const captionOf = (name: string) =>
    isPicked ? name : (schemas[name]?.title ?? schemas[name.replace(/Label$/, '')]?.title ?? name)
  if (isRow(value) && !Array.isArray(value['content']))
    return tableText(Object.entries(value).map(([name, each]) => [captionOf(name), cellOf(each)]))
  const rows = rowsOf(value)
  if (!rows.some(isRow)) return rows.map(cellOf).join('\n')
  const records = rows.map(asRow)
  const columns = columnsOf(records, isPicked)
  return tableText([
    columns.map(captionOf),
    ...records.map((row) => columns.map((name) => short(cellOf(row[name])))),
  ])
}
