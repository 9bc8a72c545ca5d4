import { safeText } from './cell.ts'

/** Spreadsheet programs read Chinese correctly only after it. */
export const CSV_START = '\ufeff'
export const CSV = 'text/csv; charset=utf-8'

function quoted(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A line of CSV by RFC 4180, as it is. */
export const exactLine = (cells: readonly unknown[]): string => `${cells.map(quoted).join(',')}\r\n`

/** A line of CSV in which no spreadsheet program finds a formula. Numbers keep their full precision. */
export const csvLine = (cells: readonly unknown[]): string =>
  exactLine(cells.map((cell) => (typeof cell === 'string' ? safeText(cell) : cell)))
