import type { HeadedColumn } from './headings.ts'
import { nameKeyOf } from './headings.ts'
import type { PasteColumn, PasteTarget } from './paste.ts'

/** How the lines of a block find their rows. */
export interface RowFinder {
  /** Position in the block of the names, and the sheet's column that has them. */
  position: number
  column: number
  rowOf: (line: readonly string[]) => FoundRow
}

export type FoundRow = { row: number } | { reason: 'no-row' | 'twice-row' | 'no-name' }

type Lines = readonly (readonly string[])[]
/** Rows by name; undefined for a name that several rows have. */
type Rows = ReadonlyMap<string, number | undefined>

/** Share of lines that must name rows before a column counts as one of names. */
const LEAST_NAMES = 0.6

export const isKeyColumn = ({ isKey, isRowHeader, kind }: PasteColumn): boolean =>
  isKey ?? (isRowHeader === true && kind === 'text')

function rowsOf(column: number, { rowCount, textAt }: PasteTarget): Rows {
  const rows = new Map<string, number | undefined>()
  for (let row = 0; row < rowCount; row += 1) {
    const key = nameKeyOf(textAt({ row, column }))
    if (key !== '') rows.set(key, rows.has(key) ? undefined : row)
  }
  return rows
}

function finderOf(lines: Lines, position: number, column: number, rows: Rows): RowFinder {
  const counts = new Map<string, number>()
  const keyOf = (line: readonly string[]) => nameKeyOf(line[position] ?? '')
  for (const line of lines) counts.set(keyOf(line), (counts.get(keyOf(line)) ?? 0) + 1)
  const rowOf = (line: readonly string[]): FoundRow => {
    const key = keyOf(line)
    if (key === '') return { reason: 'no-name' }
    if (!rows.has(key)) return { reason: 'no-row' }
    const row = rows.get(key)
    return row === undefined || (counts.get(key) ?? 0) > 1 ? { reason: 'twice-row' } : { row }
  }
  return { position, column, rowOf }
}

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
  const byHeading = headed?.findIndex(({ at }) => at !== undefined && at === header) ?? -1
  if (byHeading >= 0) return finderOf(lines, byHeading, header, rowsOf(header, target))
  // A single column of names may be what is pasted.
  if (width < 2) return undefined
  const filled = lines.filter((line) => line.some((text) => text.trim() !== '')).length
  for (const [column, each] of columns.entries()) {
    if (!isKeyColumn(each)) continue
    const rows = rowsOf(column, target)
    for (let position = 0; position < width; position += 1) {
      if (headed && headed[position]?.at !== undefined && headed[position]?.at !== column) continue
      const known = lines.filter((line) => rows.has(nameKeyOf(line[position] ?? ''))).length
      if (known > 0 && known >= LEAST_NAMES * filled) return finderOf(lines, position, column, rows)
    }
  }
  return undefined
}
