import { type RawCell, sureDigits } from '@xinchu/validators/reading'
import type { SheetCell } from '../../workbook/index.ts'

/** A cell that has more to say than its text, as the reader takes it. */
export function rawCell(cell: Exclude<SheetCell, string | null>): RawCell {
  if (typeof cell === 'boolean') return { kind: 'boolean', text: cell ? 'TRUE' : 'FALSE' }
  if (typeof cell === 'number') return { kind: 'number', text: sureDigits(String(cell)) ?? String(cell) }
  return cell
}
