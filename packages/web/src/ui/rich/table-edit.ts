/** The table cell around the cursor. */
function cellAtCursor(): HTMLTableCellElement | undefined {
  const node = getSelection()?.anchorNode
  const element = node instanceof Element ? node : node?.parentElement
  return element?.closest<HTMLTableCellElement>('td,th') ?? undefined
}

const emptyCell = (like: Element | null): HTMLElement => {
  const cell = document.createElement(like?.localName === 'th' ? 'th' : 'td')
  cell.append(document.createElement('br'))
  return cell
}

/** Adds a row below the cursor. @returns whether the cursor is in a table */
export function addRow(): boolean {
  const row = cellAtCursor()?.closest('tr')
  if (!row) return false
  const fresh = document.createElement('tr')
  for (let at = 0; at < row.cells.length; at += 1) fresh.append(emptyCell(null))
  row.after(fresh)
  return true
}

/** Adds a column to the right of the cursor. @returns whether the cursor is in a table */
export function addColumn(): boolean {
  const cell = cellAtCursor()
  const table = cell?.closest('table')
  if (!cell || !table) return false
  const at = cell.cellIndex
  for (const row of table.rows) row.cells[at]?.after(emptyCell(row.cells[at] ?? null))
  return true
}

const COLUMNS = 3
const ROWS = 2

const rowOf = (tag: 'td' | 'th') => `<tr>${`<${tag}><br></${tag}>`.repeat(COLUMNS)}</tr>`

/** A table with a head and empty rows. */
export const newTable = (): string =>
  `<table><thead>${rowOf('th')}</thead><tbody>${rowOf('td').repeat(ROWS)}</tbody></table><p><br></p>`
