import { toPlainLine } from '@xinchu/validators'
import { badRequest } from '../../errors.ts'
import { columnNamed } from './columns.ts'
import { BEYOND, type RawCells, type RawRow } from './places.ts'

/** Merges corrected texts into a row. An empty text clears the cell. */
export function corrected(raw: RawRow, cells: Readonly<Record<string, string>>): RawRow {
  const next: Record<string, string> = { ...raw }
  for (const [name, text] of Object.entries(cells)) {
    const column = columnNamed(name)
    if (!column)
      throw badRequest('F-024', `字段“${name.slice(0, 30)}”不能导入`, [{ field: name, message: '不能导入' }])
    const clean = toPlainLine(text)
    if (clean === '') delete next[column.name]
    else next[column.name] = clean
  }
  return next
}

/** The cells that are still as the file has them. Who types the name of a row anew has looked at the row. */
export function withoutCorrected(
  read: RawCells | null,
  cells: Readonly<Record<string, string>>,
): RawCells | null {
  const corrected = new Set(Object.keys(cells).map((name) => columnNamed(name)?.name))
  if (corrected.has('projectName')) corrected.add(BEYOND)
  const left = Object.entries(read ?? {}).filter(([name]) => !corrected.has(name))
  return left.length > 0 ? Object.fromEntries(left) : null
}
