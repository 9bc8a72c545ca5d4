/** A cell that no spreadsheet takes for a formula, quoted where it must be. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A table as a file that spreadsheets open with Chinese text intact. */
export function csvOf(rows: readonly (readonly string[])[]): Blob {
  const text = rows.map((row) => row.map(cellOf).join(',')).join('\r\n')
  return new Blob(['\uFEFF', text, '\r\n'], { type: 'text/csv;charset=utf-8' })
}
