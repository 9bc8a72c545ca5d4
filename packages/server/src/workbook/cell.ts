/** A cell as it is read: dates as `yyyy-MM-dd` or `yyyy-MM-dd HH:mm:ss`, formulas as their stored results. */
export type Cell = string | number | boolean | null

const CELL_CHARACTERS = 32_767

/** What spreadsheet programs might take for a formula. */
const formulaLike = /^[=+\-@\t\r]/
const guarded = /^'[=+\-@\t\r]/

/** Text for a cell that no spreadsheet program, nor one that opens a CSV made of it, takes for a formula. */
export function safeText(text: string): string {
  const safe = formulaLike.test(text) ? `'${text}` : text
  // XML cannot carry halves of surrogate pairs.
  return safe.replace(/\p{Surrogate}/gu, '\ufffd').slice(0, CELL_CHARACTERS)
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '#VALUE!'
  const [day = '', time = ''] = date.toISOString().split('T')
  const clock = time.slice(0, 8)
  return clock === '00:00:00' ? day : `${day} ${clock}`
}

/** Undoes what the file format and `safeText` did to a value; empty text is no value. */
export function readCell(value: string | number | boolean | Date | null | undefined): Cell {
  if (value === undefined || value === null || value === '') return null
  if (value instanceof Date) return dateText(value)
  return typeof value === 'string' && guarded.test(value) ? value.slice(1) : value
}
