import type { KeyboardEvent } from 'react'
import type { RowValues } from '../../../ui/form/values.ts'

/** A cell of a table of rows, as its input is named: keyIndicators.2.value. */
interface Cell {
  row: number
  column: string
}

const CELL = /^\w+\.(\d+)\.(\w+)$/

function cellOf(target: EventTarget): Cell | undefined {
  if (!(target instanceof HTMLInputElement)) return undefined
  const [, row, column] = CELL.exec(target.name) ?? []
  return row === undefined || column === undefined ? undefined : { row: Number(row), column }
}

/** Whether the caret is where an arrow would leave the text. */
function isAtEdge({ selectionStart, selectionEnd, value }: HTMLInputElement, key: string): boolean {
  const edge = key === 'ArrowLeft' ? 0 : value.length
  return selectionStart === edge && selectionEnd === edge
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }
const SIDES: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 }

interface Grid {
  name: string
  columns: readonly string[]
  rows: readonly RowValues[]
  onRows: (rows: readonly RowValues[]) => void
}

/** The cell that a key leads to. */
function targetOf(
  event: KeyboardEvent<HTMLElement>,
  cell: Cell,
  columns: readonly string[],
): Cell | undefined {
  const step = STEPS[event.key]
  if (step) return { ...cell, row: cell.row + step }
  const side = SIDES[event.key]
  // cellOf has made sure that the target is an input.
  if (!side || !isAtEdge(event.target as HTMLInputElement, event.key)) return undefined
  const column = columns[columns.indexOf(cell.column) + side]
  return column ? { ...cell, column } : undefined
}

/**
 * Moves between the cells of a table by arrows and Enter, and fills a cell from the one above by Ctrl+D. Enter never
 * submits the form from within a table.
 */
export function onGridKey(event: KeyboardEvent<HTMLElement>, { name, columns, rows, onRows }: Grid): void {
  const cell = cellOf(event.target)
  if (!cell || event.nativeEvent.isComposing || event.altKey || event.shiftKey) return
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') {
    event.preventDefault()
    const above = rows[cell.row - 1]?.[cell.column]
    if (above === undefined) return
    onRows(rows.map((row, at) => (at === cell.row ? { ...row, [cell.column]: above } : row)))
    return
  }
  if (event.ctrlKey || event.metaKey) return
  const target = targetOf(event, cell, columns)
  if (!target) return
  event.preventDefault()
  const selector = `[name="${name}.${target.row}.${target.column}"]`
  const next = event.currentTarget.querySelector<HTMLElement>(selector)
  next?.focus()
  if (next instanceof HTMLInputElement) next.select()
}
