import { HeadingNames, type NamedField } from '@xinchu/validators/reading/table'
import type { ScannedRow, SheetCell } from '../../workbook/index.ts'
import { type ImportColumn, importColumns } from './columns.ts'

const LEAST_COLUMNS = 3

export type Named = NamedField<ImportColumn> & { unit?: string }
export type Line = readonly string[]
/** A row read as a heading. */
export interface Candidate {
  at: number
  texts: Line
  named: readonly (Named | undefined)[]
  count: number
}

export const names = new HeadingNames(importColumns)

/** The text of a cell as a heading. */
export const headingText = (cell: SheetCell | undefined): string =>
  cell === null || cell === undefined ? '' : String(typeof cell === 'object' ? cell.text : cell).trim()

export const lineOf = ({ cells }: ScannedRow): Line => cells.map(headingText)

export function candidate(texts: Line, at: number): Candidate {
  const named = texts.map((text) => (text === '' ? undefined : names.find(text)))
  const found = new Set(named.flatMap((each) => each?.field.name ?? []))
  return { at, texts, named, count: found.size }
}

export const isHeading = ({ count, named }: Candidate): boolean =>
  count >= LEAST_COLUMNS && named.some((each) => each?.field.name === 'projectName')

/** Two rows of headings as one: the lower cell counts, where it is empty the upper one. */
function together(upper: Line, lower: Line, at: number): Candidate {
  const width = Math.max(upper.length, lower.length)
  return candidate(
    Array.from({ length: width }, (_, column) => lower[column] || upper[column] || ''),
    at,
  )
}

export const required = importColumns.filter(({ spec }) => spec.required === 'submit')

const isComplete = ({ named }: Candidate): boolean =>
  required.every((column) => named.some((each) => each?.field === column))

/** Row `at` as a heading, with the row above it where the two are one. */
function headingAt(lines: readonly Line[], at: number): Candidate {
  const line = lines[at] ?? []
  const single = candidate(line, at)
  const upper = lines[at - 1]
  // A row of names below a heading names the columns of a group; a row of data names none.
  const isPart =
    !isHeading(single) &&
    single.count > 0 &&
    line.every((text, column) => text === '' || single.named[column])
  const double = upper && (isPart || !isHeading(candidate(upper, at))) ? together(upper, line, at) : single
  return double.count > single.count ? double : single
}

/**
 * The heading among the first rows: the first that has all required columns, or that next to it with as many. A later one stands
 * among the data, which would be lost above it. Without a complete one that with most columns, which then says what it lacks.
 */
export function bestOf(lines: readonly Line[]): Candidate | undefined {
  const found = lines.map((_, at) => headingAt(lines, at)).filter(isHeading)
  let best = found.find(isComplete)
  if (!best) return found.toSorted((a, b) => b.count - a.count)[0]
  for (const next of found) if (next.at === best.at + 1 && next.count >= best.count) best = next
  return best
}
