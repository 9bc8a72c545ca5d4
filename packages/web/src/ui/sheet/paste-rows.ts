import { type HeadedColumn, nameKeyOf } from './headings.ts'
import type { PasteColumn, PasteTarget } from './paste-target.ts'

export type FoundRow = { row: number } | { reason: 'no-row' | 'twice-row' | 'other-row' | 'no-name' }

/** How the lines of a block find their rows. */
export interface RowFinder {
  /** The sheet's column that has the names. */
  column: number
  /** Positions in the block of names, numbers or both, which are not written. */
  positions: ReadonlySet<number>
  /** By line. */
  found: readonly FoundRow[]
}

type Lines = readonly (readonly string[])[]
/** Rows by name or number; undefined for one that several rows have. */
type Rows = ReadonlyMap<string, number | undefined>

/** Share of lines that must name rows before a column counts as one of names. */
const LEAST_NAMES = 0.6

export const isKeyColumn = ({ isKey, isRowHeader, kind }: PasteColumn): boolean =>
  isKey ?? (isRowHeader === true && kind === 'text')

function rowsOf(column: number, { rowCount, isLoaded, textAt, keysAt }: PasteTarget): Rows {
  const rows = new Map<string, number | undefined>()
  for (let row = 0; row < rowCount; row += 1) {
    if (isLoaded?.(row) === false) continue
    const place = { row, column }
    const keys = new Set([textAt(place), ...(keysAt?.(place) ?? [])].map(nameKeyOf))
    for (const key of keys) if (key !== '') rows.set(key, rows.has(key) ? undefined : row)
  }
  return rows
}

/** The row that a line names. Its name and its number must be of the same row. */
function foundIn(line: readonly string[], positions: ReadonlySet<number>, rows: Rows): FoundRow {
  const keys = [...positions].map((position) => nameKeyOf(line[position] ?? '')).filter((key) => key !== '')
  if (keys.length === 0) return { reason: 'no-name' }
  const known = keys.filter((key) => rows.has(key))
  if (known.length === 0) return { reason: 'no-row' }
  const found = new Set(known.flatMap((key) => rows.get(key) ?? []))
  const [row] = found
  if (row === undefined) return { reason: 'twice-row' }
  return found.size > 1 ? { reason: 'other-row' } : { row }
}

function finderOf(lines: Lines, positions: ReadonlySet<number>, column: number, rows: Rows): RowFinder {
  const found = lines.map((line) => foundIn(line, positions, rows))
  const counts = new Map<number, number>()
  for (const each of found) if ('row' in each) counts.set(each.row, (counts.get(each.row) ?? 0) + 1)
  const isTwice = (each: FoundRow) => 'row' in each && (counts.get(each.row) ?? 0) > 1
  return { column, positions, found: found.map((each) => (isTwice(each) ? { reason: 'twice-row' } : each)) }
}

const allPositions = (width: number): number[] => Array.from({ length: width }, (_, position) => position)

/**
 * Finds the rows of a block by the names in it; undefined if it has no column of names, so that their order counts. A row header
 * that is named by its heading always counts, because it cannot be written.
 * @param width number of columns of the block
 */
export function rowFinderOf(
  lines: Lines,
  headed: readonly HeadedColumn[] | undefined,
  width: number,
  target: PasteTarget,
): RowFinder | undefined {
  const { columns } = target
  const header = columns.findIndex(({ isRowHeader }) => isRowHeader)
  const ofHeader = allPositions(width).filter((position) => headed?.[position]?.at === header)
  if (header >= 0 && ofHeader.length > 0)
    return finderOf(lines, new Set(ofHeader), header, rowsOf(header, target))
  // A single column of names may be what is pasted.
  if (width < 2) return undefined
  const filled = lines.filter((line) => line.some((text) => text.trim() !== '')).length
  for (const [column, each] of columns.entries()) {
    if (!isKeyColumn(each)) continue
    const rows = rowsOf(column, target)
    const isNames = (position: number) => {
      const at = headed?.[position]?.at
      if (at !== undefined && at !== column) return false
      const known = lines.filter((line) => rows.has(nameKeyOf(line[position] ?? ''))).length
      return known > 0 && known >= LEAST_NAMES * filled
    }
    const positions = allPositions(width).filter(isNames)
    if (positions.length > 0) return finderOf(lines, new Set(positions), column, rows)
  }
  return undefined
}
