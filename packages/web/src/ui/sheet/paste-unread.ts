import { headingsOf } from './headings.ts'
import { isKeyColumn } from './paste-rows.ts'
import type { PasteTarget } from './paste-target.ts'
import { isFigure } from './read-input.ts'

/** Rows from and to an index, inclusive. */
export interface RowRange {
  from: number
  to: number
}

type Lines = readonly (readonly string[])[]

/** Names are looked for in so many rows of a sheet. */
const MOST_SEARCHED = 10_000
/** Share of lines with a text before a column may be one of names. */
const LEAST_TEXTS = 0.6

/** Whether the lines of a block may find their rows by names or numbers. */
export function mayGoByName(cells: Lines, { columns, at }: PasteTarget): boolean {
  const { heads, columns: headed } = headingsOf(cells, columns, at.column)
  const header = columns.findIndex(({ isRowHeader }) => isRowHeader)
  if (header >= 0 && headed?.some((each) => each.at === header)) return true
  const width = Math.max(...cells.map((line) => line.length))
  if (width < 2 || !columns.some(isKeyColumn)) return false
  const lines = cells.slice(heads).filter((line) => line.some((text) => text.trim() !== ''))
  return Array.from({ length: width }, (_, position) => position).some((position) => {
    const texts = lines.filter((line) => line[position]?.trim() && !isFigure(line[position]))
    return texts.length > 0 && texts.length >= LEAST_TEXTS * lines.length
  })
}

const hasUnread = ({ from, to }: RowRange, { isLoaded }: PasteTarget): boolean => {
  for (let row = from; row <= to; row += 1) if (isLoaded?.(row) === false) return true
  return false
}

/** Number of rows that are not read. */
export function unreadCount({ rowCount, isLoaded }: PasteTarget): number {
  let count = 0
  for (let row = 0; row < rowCount; row += 1) if (isLoaded?.(row) === false) count += 1
  return count
}

/** Rows that must be read before a block is planned: those where it is pasted, and those that it may name. */
export function rowsToRead(cells: Lines, target: PasteTarget): RowRange[] {
  const last = target.rowCount - 1
  const below = { from: target.at.row, to: Math.min(last, target.at.row + cells.length - 1) }
  const named = { from: 0, to: Math.min(last, MOST_SEARCHED - 1) }
  const ranges = mayGoByName(cells, target) ? [named, below] : [below]
  return ranges.filter((range) => hasUnread(range, target))
}
