import { type ClipboardEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { notify } from '../notice.tsx'
import { type Place, placeAfter } from '../table/keyboard.ts'
import { copyAndTell } from '../table/use-grid-keys.ts'
import type { After } from './grid-editor.tsx'
import type { GridColumn } from './grid-model.ts'
import { type CellChange, clipboardCells, isTable, pasteChanges, pastedValue } from './model.ts'

interface GridEditOptions<Row> {
  scroller: RefObject<HTMLElement | null>
  columns: readonly GridColumn<Row>[]
  rowCount: number
  rowAt: (index: number) => Row | undefined
  /** Whether a row is editable. */
  isOpen: (row: Row) => boolean
  onReach: (row: number, column: number) => void
  onActive: ((place: Place) => void) | undefined
  onNextIssue: ((from: Place) => void) | undefined
  /** Absent: the grid is read-only. */
  onChange: ((changes: readonly CellChange[]) => void) | undefined
}

const START: Place = { row: 0, column: 0 }

/** Clicks the button of the cursor's cell, if it has one. A cell that just scrolled into view renders some frames later. */
function pressCell(grid: HTMLElement | null, frames = 10): void {
  const cell = grid?.querySelector('[aria-selected]')
  if (cell) cell.querySelector('button')?.click()
  else if (frames > 0) requestAnimationFrame(() => pressCell(grid, frames - 1))
}

const isPress = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' '

const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  !ctrlKey && !metaKey && !altKey && (key.length === 1 || key === 'Process')

/** Cursor of a grid, with keyboard, mouse and clipboard handling. */
export function useGridEdit<Row>(options: GridEditOptions<Row>) {
  const { scroller, columns, rowCount, rowAt, isOpen, onReach, onActive, onNextIssue, onChange } = options
  const [place, setPlace] = useState(START)
  const [isEditing, setEditing] = useState(false)
  const active = { row: Math.min(place.row, Math.max(0, rowCount - 1)), column: place.column }

  const cellAt = ({ row, column }: Place) => {
    const record = rowAt(row)
    return record && columns[column]?.cell(record)
  }
  const takesInput = ({ row, column }: Place) => {
    const record = rowAt(row)
    return (
      onChange !== undefined && record !== undefined && isOpen(record) && columns[column]?.isReadOnly !== true
    )
  }
  const go = (next: Place, edit = false) => {
    setPlace(next)
    setEditing(edit && takesInput(next))
    onReach(next.row, next.column)
    onActive?.(next)
  }
  const write = (at: Place, text: string) => {
    const column = columns[at.column]
    if (!column || text === cellAt(at)?.text) return
    const value = column.kind === 'choice' ? pastedValue(column, text) : text
    onChange?.([{ row: at.row, name: column.name, value }])
  }
  /** Next editable cell of the row, or the cell itself. */
  const beside = (from: Place, step: 1 | -1): Place => {
    for (let column = from.column + step; column >= 0 && column < columns.length; column += step)
      if (columns[column]?.isReadOnly !== true) return { row: from.row, column }
    return from
  }
  const onType = (row: number, column: number, text: string) => write({ row, column }, text.trim())
  const onDone = (row: number, column: number, text: string | undefined, after: After) => {
    setEditing(false)
    const at = { row, column }
    if (text !== undefined) write(at, text.trim())
    // Keep the focus where the user moved it.
    if (scroller.current?.contains(document.activeElement)) scroller.current.focus({ preventScroll: true })
    if (after === 'down') go({ row: Math.min(row + 1, rowCount - 1), column })
    else if (after !== 'stay') go(beside(at, after === 'next' ? 1 : -1), true)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== scroller.current) return
    if (event.key === 'F8') onNextIssue?.(active)
    else if (isPress(event) && !takesInput(active)) pressCell(scroller.current)
    else if (event.key === 'Enter' || event.key === 'F2') go(active, true)
    else if (event.key === 'Delete' || event.key === 'Backspace') takesInput(active) && write(active, '')
    else if (event.key === 'c' && (event.ctrlKey || event.metaKey))
      void copyAndTell(cellAt(active)?.text ?? '')
    else if (isTyped(event)) {
      // The editor mounts before the key is processed and receives it, also from an input method.
      if (takesInput(active)) flushSync(() => go(active, true))
      return
    } else {
      const to = placeAfter(active, event, rowCount, columns.length)
      if (!to) return
      go(to)
    }
    event.preventDefault()
  }

  const onPaste = (event: ClipboardEvent) => {
    const cells = clipboardCells(event.clipboardData.getData('text/plain'))
    // An open editor takes plain text itself; a table is pasted into the grid.
    if (!onChange || (event.target !== scroller.current && !isTable(cells))) return
    const at = { row: active.row, name: columns[active.column]?.name ?? '' }
    event.preventDefault()
    const { changes, lost } = pasteChanges(cells, {
      columns,
      isOpen: (row) => {
        const record = rowAt(row)
        return record !== undefined && isOpen(record)
      },
      rowCount,
      at,
    })
    if (changes.length > 0) onChange(changes)
    const rest = lost > 0 ? `，${lost} 格超出可填范围` : ''
    notify(`已粘贴 ${changes.length} 格${rest}`, lost > 0 ? 'error' : 'success')
  }

  return { active, isEditing, go, onDone, onType, handlers: { onKeyDown, onPaste } }
}
