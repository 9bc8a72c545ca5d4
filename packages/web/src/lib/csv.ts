import type { Cell } from './workbook.ts'

/** Escapes a text so that no spreadsheet reads it as a formula, and quotes it if needed. Numbers stay as they are. */
function cellOf(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = cell ?? ''
  const safe = /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A table as CSV with a byte order mark, so that spreadsheets read Chinese correctly. */
export function csvOf(rows: readonly (readonly Cell[])[]): Blob {
  const text = rows.map((row) => row.map(cellOf).join(',')).join('\r\n')
  return new Blob(['\uFEFF', text, '\r\n'], { type: 'text/csv;charset=utf-8' })
}
