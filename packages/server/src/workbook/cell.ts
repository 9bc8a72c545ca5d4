/** A cell value. Dates are `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm:ss`; formulas are their stored results. */
export type Cell = string | number | boolean | null

const CELL_CHARACTERS = 32_767

/** Text that a spreadsheet program may interpret as a formula. */
const formulaLike = /^[=+\-@\t\r]/
const guarded = /^'[=+\-@\t\r]/

/** Escapes a cell's text so that no spreadsheet program, also via CSV, interprets it as a formula. */
export function safeText(text: string): string {
  const safe = formulaLike.test(text) ? `'${text}` : text
  // XML cannot represent unpaired surrogates.
  return safe.replace(/\p{Surrogate}/gu, '\ufffd').slice(0, CELL_CHARACTERS)
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '#VALUE!'
  const [day = '', time = ''] = date.toISOString().split('T')
  const clock = time.slice(0, 8)
  return clock === '00:00:00' ? day : `${day}T${clock}`
}

/** Reverses `safeText` and the file format's escapes. Empty text becomes no value. */
export function readCell(value: string | number | boolean | Date | null | undefined): Cell {
  if (value === undefined || value === null || value === '') return null
  if (value instanceof Date) return dateText(value)
  return typeof value === 'string' && guarded.test(value) ? value.slice(1) : value
}
