import { factorOf, wordsOf } from '@xinchu/validators/reading'
import { columnLetter } from '../../workbook/column-letter.ts'
import { type ScannedRow, WorkbookError } from '../../workbook/index.ts'
import type { ImportColumn } from './columns.ts'
import {
  bestOf,
  type Candidate,
  candidate,
  isHeading,
  type Line,
  lineOf,
  names,
  required,
} from './heading-candidates.ts'
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
}

/** Heading of the error column. */
export const NOTES = '问题说明'

// Further columns of our own workbooks.
const OWN = new Set(['序号', '行号', '状态', NOTES, 'SERIAL'])
const WITHOUT_UNIT = new Set(['°'])

/** Two columns that mean the same, by their headings; of equal headings also by their letters. */
function twice([first, second]: readonly [number, number], texts: readonly string[], caption: string) {
  const isEqual = texts[first] === texts[second]
  const headingAt = (at: number) => `${isEqual ? `${columnLetter(at + 1)} 列 ` : ''}${texts[at] ?? ''}`
  const args = { other: headingAt(second), caption }
  return new WorkbookError(wordsOf({ code: 'C-076', original: headingAt(first), args }))
}

/** @throws WorkbookError where two columns mean the same, or a heading and the hidden name below it do not */
function assertClear({ named, texts }: Candidate, above: Candidate | undefined): void {
  const seen = new Map<string, number>()
  for (const [at, each] of named.entries()) {
    if (!each) continue
    const { caption, name } = each.field
    const text = texts[at] ?? ''
    const before = seen.get(name)
    if (before !== undefined) throw twice([before, at], texts, caption)
    seen.set(name, at)
    const captioned = above?.named[at]
    if (captioned && captioned.field !== each.field)
      throw new WorkbookError(
        wordsOf({ code: 'C-078', original: above.texts[at] ?? '', args: { field: text, caption } }),
      )
  }
}

function assertComplete(letters: Header['letters'], ignored: Header['ignored']): void {
  const missing = required.filter(({ name }) => letters[name] === undefined)
  if (missing.length === 0) return
  const columns = missing.map(({ caption }) => caption).join('、')
  const near = [...ignored.values()].filter((heading) =>
    names.near(heading).some((column) => missing.includes(column)),
  )
  const args = near.length > 0 ? { near: `。您是否指“${near.join('”“')}”？` } : { near: '' }
  throw new WorkbookError(wordsOf({ code: 'C-079', original: columns, args }).slice(0, 500))
}

const ignoredIn = ({ texts, named }: Candidate, above: Candidate | undefined): Map<number, string> => {
  const ignored = new Map<number, string>()
  const width = Math.max(texts.length, above?.texts.length ?? 0)
  for (let at = 0; at < width; at++) {
    const text = texts[at] || above?.texts[at] || ''
    if (text !== '' && !named[at] && !OWN.has(text.toUpperCase())) ignored.set(at + 1, text)
  }
  return ignored
}

const ownIn = ({ texts }: Candidate, above: Candidate | undefined): Set<number> =>
  new Set(
    [texts, above?.texts ?? []].flatMap((line) =>
      line.flatMap((text, at) => (OWN.has(text.toUpperCase()) ? [at + 1] : [])),
    ),
  )

/** The unit of each column: of its own heading, of the row above, of a row of units, or of a line above the table. */
function unitOf(
  at: number,
  best: Candidate,
  above: Candidate | undefined,
  below: Line | undefined,
  table: readonly string[],
): string | undefined {
  const column = best.named[at]?.field
  if (!column) return undefined
  const captioned = above?.named[at]?.field === column ? above.named[at]?.unit : undefined
  const own = best.named[at]?.unit ?? captioned ?? (below?.[at] || undefined)
  return own ?? table.find((unit) => typeof factorOf(unit, column.spec) === 'object')
}

function wordsFor(best: Candidate, units: readonly (string | undefined)[], isMachine: boolean): string[] {
  const words: string[] = []
  const bare: string[] = []
  const assumed: string[] = []
  for (const [at, each] of best.named.entries()) {
    if (!each) continue
    const { caption, spec } = each.field
    if (each.by === 'alias')
      words.push(wordsOf({ code: 'C-073', original: best.texts[at] ?? '', args: { caption } }))
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

/**
 * Finds the heading among the first rows of a sheet.
 * @returns undefined if there is none
 * @throws WorkbookError for one that leaves open what its columns are
 */
export function recognise(head: readonly ScannedRow[]): Header | undefined {
  const lines = head.map(lineOf)
  const best = bestOf(lines)
  if (!best) return undefined
  const before = lines.slice(0, best.at).map((line, at) => candidate(line, at))
  const above = before.findLast(isHeading)
  const next = lines[best.at + 1]
  const below =
    next &&
    unitsIn(
      next,
      best.named.map((each) => each?.field),
    )
  const following = below ? best.at + 2 : best.at + 1
  const last = lines[following] && isNumbering(lines[following]) ? following : following - 1
  assertClear(best, above)
  const table = unitsAbove(lines.slice(0, best.at))
  const written = best.named.map((_, at) => unitOf(at, best, above, below, table))
  const letters: Record<string, string> = {}
  for (const [at, each] of best.named.entries()) if (each) letters[each.field.name] = columnLetter(at + 1)
  const ignored = ignoredIn(best, above)
  assertComplete(letters, ignored)
  const notes = best.texts.indexOf(NOTES) + 1 || (above?.texts.indexOf(NOTES) ?? -1) + 1
  const headings = [...before.filter(isHeading).map(({ at }) => at), best.at]
  const isMachine = best.named.every((each) => !each || each.by === 'machine')
  return {
    columns: best.named.map((each) => each?.field),
    width: Math.max(best.texts.length, above?.texts.length ?? 0),
    letters,
    ignored,
    own: ownIn(best, above),
    notes: notes || undefined,
    units: best.named.map((each, at) => {
      const unit = written[at]
      // The hidden name below a caption says less to the user.
      const heading = above?.named[at] ? above.texts[at] : best.texts[at]
      return each && unit !== undefined ? headedUnit(heading ?? '', unit, each.field) : undefined
    }),
    rows: headings.map((at) => head[at]?.rowNo ?? 0),
    lastRow: head[last]?.rowNo ?? 0,
    words: wordsFor(best, written, isMachine),
  }
}

/** The row that comes nearest to a heading, in words; for a sheet that has none. */
export function nearestHeading(head: readonly ScannedRow[]): { rowNo: number; columns: string } | undefined {
  const [nearest] = head
    .map((row, at) => candidate(lineOf(row), at))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
  if (!nearest) return undefined
  const columns = nearest.named.flatMap((each) => each?.field.caption ?? []).join('、')
  return { rowNo: head[nearest.at]?.rowNo ?? 0, columns }
}
