import { factorOf, wordsOf } from '@xinchu/validators/reading'
import type { MappedColumns } from '@xinchu/validators/reading/table'
import { columnLetter } from '../../workbook/column-letter.ts'
import type { ScannedRow } from '../../workbook/index.ts'
import { ColumnValues } from './column-values.ts'
import type { ImportColumn } from './columns.ts'
import {
  bestOf,
  type Candidate,
  candidate,
  isHeading,
  type Line,
  likelyHeading,
  lineOf,
  lookupOf,
  type Named,
  names,
} from './heading-candidates.ts'
import {
  columnsIn,
  completeness,
  type FoundColumns,
  foreignUnits,
  isOwn,
  NOTES,
  unnamedIn,
} from './heading-columns.ts'
import { type Proposal, proposals } from './heading-proposals.ts'
import { type HeadingQuestion, questionOfProposal } from './heading-questions.ts'
import { isNumbering, unitsAbove, unitsIn } from './heading-rows.ts'
import { type HeadingUnit, headedUnit } from './heading-units.ts'

/** Mapping of a workbook's columns to project cells. */
export interface Header {
  columns: readonly (ImportColumn | undefined)[]
  /** Number of columns up to the last heading. */
  width: number
  /** Column letters by machine name. */
  letters: Readonly<Record<string, string>>
  /** Headings of columns that the import ignores, by column from 1. */
  ignored: ReadonlyMap<number, string>
  /** Further columns of our own workbooks, from 1: serial numbers, states, notes. */
  own: ReadonlySet<number>
  /** Error column of an earlier import, from 1. */
  notes: number | undefined
  /** By column: the unit of a heading that is not the field's. */
  units: readonly (HeadingUnit | undefined)[]
  /** Numbers of the rows above the data that are headings. */
  rows: readonly number[]
  /** The last row that is no data. */
  lastRow: number
  /** How the headings were understood, in words. */
  words: readonly string[]
  /** The heading of each column as a person sees it. */
  headings: readonly string[]
  /** By column: the field that it may be for. */
  proposed: ReadonlyMap<number, Proposal>
  /** Columns that a map leaves out, from 0. */
  left: ReadonlySet<number>
  /** What has to be answered before the sheet is read. */
  questions: readonly HeadingQuestion[]
  /** Why the sheet cannot be read whatever is answered. */
  refusal?: string
}

const WITHOUT_UNIT = new Set(['°'])

const ownIn = ({ texts }: Candidate, above: Candidate | undefined): Set<number> =>
  new Set(
    [texts, above?.texts ?? []].flatMap((line) => line.flatMap((text, at) => (isOwn(text) ? [at + 1] : []))),
  )

/** The unit of each column: of its own heading, of the row above, of a row of units, or of a line above the table. */
function unitOf(
  at: number,
  named: Named | undefined,
  above: Candidate | undefined,
  below: Line | undefined,
  table: readonly string[],
): string | undefined {
  if (!named) return undefined
  const { field } = named
  const captioned = above?.named[at]?.field === field ? above.named[at]?.unit : undefined
  const own = named.unit ?? captioned ?? (below?.[at] || undefined)
  return own ?? table.find((unit) => typeof factorOf(unit, field.spec) === 'object')
}

function wordsFor(
  { named, headings }: FoundColumns,
  units: readonly (string | undefined)[],
  isMachine: boolean,
): string[] {
  const words: string[] = []
  const bare: string[] = []
  const assumed: string[] = []
  for (const [at, each] of named.entries()) {
    if (!each) continue
    const { caption, spec } = each.field
    if (each.by === 'alias')
      words.push(wordsOf({ code: 'C-073', original: headings[at] ?? '', args: { caption } }))
    if (isMachine || units[at] !== undefined || !spec.unit || WITHOUT_UNIT.has(spec.unit)) continue
    bare.push(caption)
    assumed.push(spec.unit)
  }
  if (bare.length > 0)
    words.push(
      wordsOf({ code: 'C-072', original: bare.join('”“'), args: { own: [...new Set(assumed)].join('、') } }),
    )
  return words
}

/** Whether a row below the heading repeats it. Only one whose name is a heading is looked at as a whole. */
export function isRepeatedHeading(row: ScannedRow, { columns }: Pick<Header, 'columns'>): boolean {
  const name = row.cells[columns.findIndex((column) => column?.name === 'projectName')]
  if (typeof name !== 'string' || names.find(name.trim())?.field.name !== 'projectName') return false
  return isHeading(candidate(lineOf(row), 0))
}

/** How the headings are to be understood. */
export interface Reading {
  /** What the user has said of the columns. */
  map?: MappedColumns | undefined
  /** The values below a heading. */
  valuesOf?: ((rows: readonly ScannedRow[]) => ColumnValues) | undefined
}

const withoutValues = () => new ColumnValues([], { by: 'workbook', today: '' })

const MOST_HEADING_ROWS = 50

/** The rows of a heading, and those around it that belong to it. */
function headingRows(head: readonly ScannedRow[], map?: MappedColumns) {
  const lines = head.slice(0, MOST_HEADING_ROWS).map(lineOf)
  const lookup = lookupOf(map)
  const best = bestOf(lines, lookup) ?? likelyHeading(lines, lookup)
  if (!best) return undefined
  const before = lines.slice(0, best.at).map((line, at) => candidate(line, at, lookup))
  const next = lines[best.at + 1]
  const fields = best.named.map((each) => each?.field)
  const below = next && unitsIn(next, fields)
  const following = below ? best.at + 2 : best.at + 1
  const last = lines[following] && isNumbering(lines[following]) ? following : following - 1
  const above = before.findLast(isHeading)
  const rows = [...before.filter(isHeading).map(({ at }) => at), best.at]
  return { best, above, below, last, rows, table: unitsAbove(lines.slice(0, best.at)) }
}

/**
 * Finds the heading among the first rows of a sheet. What its columns leave open is in its `questions`.
 * @returns undefined if there is none
 */
export function recognise(head: readonly ScannedRow[], reading: Reading = {}): Header | undefined {
  const { map, valuesOf = withoutValues } = reading
  const parts = headingRows(head, map)
  if (!parts) return undefined
  const { best, above, below, last, rows, table } = parts
  const values = valuesOf(head.slice(last + 1))
  const width = Math.max(best.texts.length, above?.texts.length ?? 0)
  const found = columnsIn(best, above, Math.max(width, values.width), map)
  const { headings, named, mapped } = found
  const written = named.map((each, at) => unitOf(at, each, above, below, table))
  const unnamed = unnamedIn(found, values)
  const taken = new Set(named.flatMap((each) => each?.field.name ?? []))
  const proposed = proposals(unnamed, taken, values)
  const { questions, refusal } = completeness(found, proposed, unnamed)
  const asked = [...proposed.values()].map(({ at, field }) =>
    questionOfProposal(headings[at] ?? '', field, at),
  )
  const letters: Record<string, string> = {}
  for (const [at, each] of named.entries()) if (each) letters[each.field.name] ??= columnLetter(at + 1)
  const notes = best.texts.indexOf(NOTES) + 1 || (above?.texts.indexOf(NOTES) ?? -1) + 1
  const isMachine = best.named.every((each) => !each || each.by === 'machine')
  return {
    columns: named.map((each) => each?.field),
    width: Math.max(width, named.findLastIndex(Boolean) + 1),
    letters,
    ignored: new Map(
      headings.flatMap((text, at) => (text === '' || named[at] || isOwn(text) ? [] : [[at + 1, text]])),
    ),
    own: ownIn(best, above),
    notes: notes || undefined,
    units: named.map((each, at) => {
      const unit = written[at]
      return each && unit !== undefined ? headedUnit(headings[at] ?? '', unit, each.field) : undefined
    }),
    rows: rows.map((at) => head[at]?.rowNo ?? 0),
    lastRow: head[last]?.rowNo ?? 0,
    words: wordsFor(found, written, isMachine),
    headings,
    proposed,
    left: new Set([...mapped].filter((at) => !named[at])),
    questions: [...questions, ...found.questions, ...foreignUnits(found, written), ...asked],
    ...(refusal === undefined ? {} : { refusal }),
  }
}

/** The row that comes nearest to a heading, in words; for a sheet that has none. */
export function nearestHeading(head: readonly ScannedRow[]): { rowNo: number; columns: string } | undefined {
  const [nearest] = head
    .slice(0, MOST_HEADING_ROWS)
    .map((row, at) => candidate(lineOf(row), at))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
  if (!nearest) return undefined
  const columns = nearest.named.flatMap((each) => each?.field.caption ?? []).join('、')
  return { rowNo: head[nearest.at]?.rowNo ?? 0, columns }
}
