import { dayOfSerial, isDateFormat } from '@xinchu/validators/reading'
import type { SheetCell } from './scan/row.ts'

/** A cell value. Dates are `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm:ss`; formulas are their stored results. */
export type Cell = string | number | boolean | null

const CELL_CHARACTERS = 32_767
const DAY_SECONDS = 86_400

/** Text that a spreadsheet program may interpret as a formula, or that looks guarded against it already. */
const formulaLike = /^'*[=+\-@\t\r]/
const guarded = /^'+[=+\-@\t\r]/

/** Escapes a cell's text so that no spreadsheet program, also via CSV, interprets it as a formula. */
export function safeText(text: string): string {
  const safe = formulaLike.test(text) ? `'${text}` : text
  // XML cannot represent unpaired surrogates.
  return safe.replace(/\p{Surrogate}/gu, '\ufffd').slice(0, CELL_CHARACTERS)
}

/** Reverses `safeText`. */
export const unguarded = (text: string): string => (guarded.test(text) ? text.slice(1) : text)

function dateText(serial: number, is1904: boolean): string {
  const seconds = Math.round(serial * DAY_SECONDS)
  const clock = new Date((seconds % DAY_SECONDS) * 1000).toISOString().slice(11, 19)
  const day = dayOfSerial(seconds / DAY_SECONDS, is1904)
  return clock === '00:00:00' ? day : `${day}T${clock}`
}

/** A cell without what the file says of it: its text, number or day. Nothing for a formula without a result. */
export function plainCell(cell: SheetCell, is1904: boolean): Cell {
  if (cell === null || typeof cell === 'number' || typeof cell === 'boolean') return cell
  if (typeof cell === 'string') return unguarded(cell)
  if (cell.kind === 'formula') return null
  if (cell.kind !== 'number') return unguarded(cell.text)
  const value = Number(cell.text)
  return cell.format && isDateFormat(cell.format) ? dateText(value, is1904) : value
}
