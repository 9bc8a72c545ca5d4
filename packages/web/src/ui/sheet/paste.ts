import { columnsBelow, columnTo, type HeadedColumn, headingsOf } from './headings.ts'
import type { SheetColumn } from './model.ts'
import { type FoundRow, type RowFinder, rowFinderOf } from './paste-rows.ts'
import type { PasteColumn, PasteTarget, Place } from './paste-target.ts'
import { mayGoByName, unreadCount } from './paste-unread.ts'
import { type InputChoice, readInput } from './read-input.ts'

/** Reason why a pasted cell is left out. */
export type LeftOutReason =
  | 'outside'
  | 'unloaded'
  | 'locked'
  | 'computed'
  | 'not-read'
  | 'no-column'
  | 'no-row'
  | 'twice-row'
  | 'other-row'
  | 'no-name'
  | 'other-unit'
  | 'twice'

/** What a user says of a block, where its own words do not or are not meant. */
export interface PasteChoice {
  /** Number of lines that are headings. */
  heads?: number
  /** The sheet's columns by position in the block; `none` is not pasted. */
  columns?: Readonly<Record<number, number | 'none'>>
  /** Rows go by their order although names were found. */
  isInOrder?: boolean
}

export type CellOutcome =
  | { level: 'write'; value: string; isSame: boolean }
  /** An empty cell over a stored value. */
  | { level: 'blank' }
  | { level: 'asked'; words: string; choices: readonly InputChoice[] }
  | { level: 'refused'; reason: LeftOutReason; words?: string }

/** A pasted cell that has something to write, to ask or to tell. */
export interface PlannedCell {
  /** Row and column in the clipboard, from 1. */
  line: number
  position: number
  text: string
  row: number | undefined
  column: PasteColumn | undefined
  /** The text that the sheet shows there. */
  before: string
  outcome: CellOutcome
}

export interface PastePlan {
  /** Number of lines of the block that are headings. */
  heads: number
  /** Where the columns of the block go, by position. */
  columns: readonly HeadedColumn[]
  /** The names by which rows are found; undefined if their order counts. */
  finder: RowFinder | undefined
  /** Whether the first line is taken for a heading although it may be none. */
  isUnsure: boolean
  /** Names of rows that the sheet does not have, or that are not unique. */
  missing: readonly string[]
  doubled: readonly string[]
  /** Number of rows that are not read, if names of the block may be theirs. */
  unread: number
  cells: readonly PlannedCell[]
}

type Lines = readonly (readonly string[])[]
interface Pasted {
  found: FoundRow
  headed: HeadedColumn
  hasHeads: boolean
  text: string
}

/** The text of a column's value, as the sheet shows it. */
export const shownText = ({ kind, choices = [] }: SheetColumn, value: string): string =>
  kind === 'choice' ? (choices.find((choice) => choice.value === value)?.label ?? value) : value

const refused = (reason: LeftOutReason): CellOutcome => ({ level: 'refused', reason })

/** Why nothing may be written into a place; undefined if it may. */
function refusalAt(row: number, column: PasteColumn, target: PasteTarget): LeftOutReason | undefined {
  if (row >= target.rowCount) return 'outside'
  if (target.isLoaded?.(row) === false) return 'unloaded'
  if (column.isReadOnly) return 'computed'
  return target.isOpen(row) ? undefined : 'locked'
}

/** An empty cell says nothing where nothing is stored. */
const blankOutcome = (place: Place, { valueAt }: PasteTarget): CellOutcome | undefined =>
  valueAt(place) === '' ? undefined : { level: 'blank' }

/** What becomes of one pasted cell; undefined for one that says nothing. */
function outcomeOf({ found, headed, hasHeads, text }: Pasted, target: PasteTarget): CellOutcome | undefined {
  const isBlank = text.trim() === ''
  const column = headed.at === undefined ? undefined : target.columns[headed.at]
  if (headed.at === undefined || !column || headed.isTwice) {
    if (isBlank) return undefined
    return refused(headed.isTwice ? 'twice' : hasHeads ? 'no-column' : 'outside')
  }
  if ('reason' in found) return isBlank ? undefined : refused(found.reason)
  const place = { row: found.row, column: headed.at }
  const isSame = text.trim() === target.textAt(place).trim() && !headed.factor
  const reason = refusalAt(found.row, column, target)
  if (reason !== undefined && (isBlank || !isSame)) return isBlank ? undefined : refused(reason)
  if (isBlank) return blankOutcome(place, target)
  if (isSame) return { level: 'write', value: target.valueAt(place), isSame }
  if (headed.foreign !== undefined) return refused('other-unit')
  const read = readInput(column, text, headed.factor)
  if (read.level === 'asked') return read
  // Invisible characters alone are an empty cell.
  if (read.level === 'value' && read.value === '') return blankOutcome(place, target)
  if (read.level === 'refused') return { level: 'refused', reason: 'not-read', words: read.words }
  return { level: 'write', value: read.value, isSame: read.value === target.valueAt(place) }
}

/** Takes no column that two columns of the block go to. Names of rows may. */
function withoutTwice(found: readonly HeadedColumn[], columns: readonly PasteColumn[]): HeadedColumn[] {
  const counts = new Map<number, number>()
  for (const { at } of found) if (at !== undefined) counts.set(at, (counts.get(at) ?? 0) + 1)
  return found.map((each) =>
    each.at !== undefined && (counts.get(each.at) ?? 0) > 1 && !columns[each.at]?.isRowHeader
      ? { ...each, isTwice: true }
      : each,
  )
}

/** Where the columns of a block without headings go: in their order, beside the names of rows. */
function inOrder(width: number, { at, columns }: PasteTarget, finder: RowFinder | undefined): HeadedColumn[] {
  if (!finder) return allInOrder(width, (position) => at.column + position, columns)
  const [first = 0] = finder.positions
  const isNatural = finder.positions.size === 1 && finder.column === at.column + first
  const start = at.column === finder.column ? at.column + 1 : at.column
  const before = (position: number) => [...finder.positions].filter((key) => key < position).length
  const placeOf = (position: number) => {
    if (finder.positions.has(position)) return finder.column
    return isNatural ? at.column + position : start + position - before(position)
  }
  return allInOrder(width, placeOf, columns)
}

const allInOrder = (
  width: number,
  placeOf: (position: number) => number,
  columns: readonly PasteColumn[],
): HeadedColumn[] => Array.from({ length: width }, (_, position) => columnTo('', placeOf(position), columns))

function chosenColumns(
  found: readonly HeadedColumn[],
  { columns: chosen = {} }: PasteChoice,
  columns: readonly PasteColumn[],
): HeadedColumn[] {
  return found.map((each, position) => {
    const to = chosen[position]
    return to === undefined ? each : columnTo(each.heading, to === 'none' ? undefined : to, columns)
  })
}

/** The lines, columns and rows of a block. */
function mapped(cells: Lines, target: PasteTarget, choice: PasteChoice) {
  const { columns, at } = target
  const told = headingsOf(cells, columns, at.column)
  const heads = choice.heads ?? told.heads
  const named = heads === told.heads ? told.columns : columnsBelow(cells, heads, columns)
  const lines = cells.slice(heads)
  const width = Math.max(...cells.map((line) => line.length))
  const finder = choice.isInOrder ? undefined : rowFinderOf(lines, named, width, target)
  const found = named ?? inOrder(width, target, finder)
  const all = Array.from(
    { length: width },
    (_, position) => found[position] ?? { heading: '', at: undefined },
  )
  return {
    heads,
    lines,
    finder,
    isUnsure: told.isUnsure && heads === told.heads,
    columns: withoutTwice(chosenColumns(all, choice, columns), columns),
  }
}

/** Number of rows that are not read, where names were not found or no column was taken for one of names. */
const unreadFor = (
  cells: Lines,
  target: PasteTarget,
  finder: RowFinder | undefined,
  missing: number,
): number => (missing > 0 || (!finder && mayGoByName(cells, target)) ? unreadCount(target) : 0)

/**
 * Plans a paste: what is written, asked and left out. A heading is never data. Columns go by its names, and rows by theirs if the
 * block has them; otherwise both go to the right and down from a cell.
 */
export function planPaste(cells: Lines, target: PasteTarget, choice: PasteChoice = {}): PastePlan {
  const { lines, finder, ...plan } = mapped(cells, target, choice)
  const planned: PlannedCell[] = []
  const [missing, doubled] = [new Set<string>(), new Set<string>()]
  for (const [down, line] of lines.entries()) {
    const found = finder?.found[down] ?? { row: target.at.row + down }
    if (finder && 'reason' in found) {
      const name = [...finder.positions].map((position) => line[position]?.trim()).find(Boolean) ?? ''
      if (found.reason === 'no-row') missing.add(name)
      if (found.reason === 'twice-row') doubled.add(name)
    }
    for (const [right, text] of line.entries()) {
      const headed = plan.columns[right]
      // The names have found the rows, and are not written.
      if (!headed || finder?.positions.has(right)) continue
      const outcome = outcomeOf({ found, headed, hasHeads: plan.heads > 0, text }, target)
      if (!outcome) continue
      const row = 'row' in found ? found.row : undefined
      const column = headed.at === undefined ? undefined : target.columns[headed.at]
      const before =
        row === undefined || headed.at === undefined ? '' : target.textAt({ row, column: headed.at })
      planned.push({ line: plan.heads + down + 1, position: right + 1, text, row, column, before, outcome })
    }
  }
  const unread = choice.isInOrder ? 0 : unreadFor(cells, target, finder, missing.size)
  return { ...plan, finder, missing: [...missing], doubled: [...doubled], unread, cells: planned }
}

/** Repeats a single copied cell over the selection, as spreadsheets do. */
export function repeated(cells: Lines, size: { rows: number; columns: number }): Lines {
  const [[only = ''] = [], ...more] = cells
  if (more.length > 0 || (cells[0]?.length ?? 0) > 1) return cells
  return Array.from({ length: size.rows }, () => Array.from({ length: size.columns }, () => only))
}
