import { factorOf } from '@xinchu/validators/reading'
import {
  HeadingNames,
  headingParts,
  type MapColumn,
  type MappedColumns,
  type NamedField,
} from '@xinchu/validators/reading/table'
import type { ScannedRow, SheetCell } from '../../workbook/index.ts'
import { columnNamed, type ImportColumn, importColumns } from './columns.ts'

const LEAST_COLUMNS = 3
const LEAST_LIKENESS = 0.5

/** A field that a column is for: by its name, or because the user has said so. */
export interface Named {
  field: ImportColumn
  by: NamedField<ImportColumn>['by'] | 'map'
  unit?: string
}
export type Lookup = (text: string) => Named | undefined
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

const byName: Lookup = (text) => names.find(text)

/** The field that the user has given a column; undefined where it is not to be imported. */
export function namedBy({ field: name, unit }: MapColumn, heading: string): Named | undefined {
  const field = name === undefined ? undefined : columnNamed(name)
  if (!field) return undefined
  const units = headingParts(heading).flatMap((part) => part.unit ?? [])
  const written = unit ?? units.find((each) => factorOf(each, field.spec) !== undefined)
  return { field, by: 'map', ...(written === undefined ? {} : { unit: written }) }
}

/** Finds fields by headings, first by those of a map. */
export const lookupOf = (map?: MappedColumns): Lookup =>
  map
    ? (text) => {
        const column = map.byHeading(text)
        return column ? namedBy(column, text) : byName(text)
      }
    : byName

export function candidate(texts: Line, at: number, lookup: Lookup = byName): Candidate {
  const named = texts.map((text) => (text === '' ? undefined : lookup(text)))
  const found = new Set(named.flatMap((each) => each?.field.name ?? []))
  return { at, texts, named, count: found.size }
}

export const isHeading = ({ count, named }: Candidate): boolean =>
  count >= LEAST_COLUMNS && named.some((each) => each?.field.name === 'projectName')

/** Two rows of headings as one: the lower cell counts, where it is empty the upper one. */
function together(upper: Line, lower: Line, at: number, lookup: Lookup): Candidate {
  const width = Math.max(upper.length, lower.length)
  return candidate(
    Array.from({ length: width }, (_, column) => lower[column] || upper[column] || ''),
    at,
    lookup,
  )
}

export const required = importColumns.filter(({ spec }) => spec.required === 'submit')

const isComplete = ({ named }: Candidate): boolean =>
  required.every((column) => named.some((each) => each?.field === column))

/** Row `at` as a heading, with the row above it where the two are one. */
function headingAt(lines: readonly Line[], at: number, lookup: Lookup): Candidate {
  const line = lines[at] ?? []
  const single = candidate(line, at, lookup)
  const upper = lines[at - 1]
  // A row of names below a heading names the columns of a group; a row of data names none.
  const isPart =
    !isHeading(single) &&
    single.count > 0 &&
    line.every((text, column) => text === '' || single.named[column])
  const isUpper = upper && (isPart || !isHeading(candidate(upper, at, lookup)))
  const double = isUpper ? together(upper, line, at, lookup) : single
  return double.count > single.count ? double : single
}

/**
 * The heading among the first rows: the first that has all required columns, or that next to it with as many. A later one stands
 * among the data, which would be lost above it. Without a complete one that with most columns, which then says what it lacks.
 */
export function bestOf(lines: readonly Line[], lookup: Lookup = byName): Candidate | undefined {
  const found = lines.map((_, at) => headingAt(lines, at, lookup)).filter(isHeading)
  let best = found.find(isComplete)
  if (!best) return found.toSorted((a, b) => b.count - a.count)[0]
  for (const next of found) if (next.at === best.at + 1 && next.count >= best.count) best = next
  return best
}

/** The first row with most names that are at least like those of fields, for a sheet whose headings are all of its own. */
export function likelyHeading(lines: readonly Line[], lookup: Lookup = byName): Candidate | undefined {
  const found = lines.map((texts, at) => {
    const likely = texts.flatMap((text) => {
      const fields = text === '' ? [] : names.likely(text)
      return [fields.filter(({ likeness }) => likeness >= LEAST_LIKENESS).map(({ field }) => field.name)]
    })
    const count = likely.filter((each) => each.length > 0).length
    const isNamed = likely.some((each) => each.includes('projectName'))
    return { at, texts, count: isNamed ? count : 0 }
  })
  const [best] = found.filter(({ count }) => count >= LEAST_COLUMNS).toSorted((a, b) => b.count - a.count)
  return best && candidate(best.texts, best.at, lookup)
}
