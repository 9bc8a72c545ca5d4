import { type KeyboardEvent, useState } from 'react'
import { type Place, placeAfter } from '../table/keyboard.ts'
import type { RowRange } from './paste-unread.ts'
import { rangeOf } from './range.ts'
import { type After, useCellEditing } from './use-cell-editing.ts'
import { type CellsOptions, cellsOf } from './use-cells.ts'
import { useGridClipboard } from './use-grid-clipboard.ts'

interface GridEditOptions<Row> extends CellsOptions<Row> {
  isLive: boolean
  onReach: (row: number, column: number) => void
  onActive: ((place: Place) => void) | undefined
  onRead: ((ranges: readonly RowRange[]) => Promise<void>) | undefined
  onUndo: (() => void) | undefined
  onRedo: (() => void) | undefined
  latestStep: unknown
}

const START: Place = { row: 0, column: 0 }

/** Clicks the button of a cell, if it has one. A cell that just scrolled into view renders some frames later. */
function pressCell(input: HTMLElement | null, frames = 10): void {
  const id = input?.getAttribute('aria-activedescendant')
  const cell = id ? document.getElementById(id) : null
  if (cell) cell.querySelector('button')?.click()
  else if (frames > 0) requestAnimationFrame(() => pressCell(input, frames - 1))
}

/** Cursor and selection of a grid. The selection reaches from the cursor to the far corner. */
function useCursor<Row>({ columns, rowCount, onReach, onActive }: GridEditOptions<Row>) {
  const [place, setPlace] = useState(START)
  const [corner, setCorner] = useState(START)
  const within = ({ row, column }: Place): Place => ({
    row: Math.min(row, Math.max(0, rowCount - 1)),
    column: Math.min(column, Math.max(0, columns.length - 1)),
  })
  const [active, far] = [within(place), within(corner)]
  const go = (next: Place) => {
    setPlace(next)
    setCorner(next)
    onReach(next.row, next.column)
    onActive?.(next)
  }
  const extend = (next: Place) => {
    setCorner(next)
    onReach(next.row, next.column)
  }
  const select = (from: Place, to: Place) => {
    setPlace(from)
    setCorner(to)
  }
  return { active, far, range: rangeOf(active, far), go, extend, select }
}

interface Shortcuts {
  undo: () => void
  redo: () => void
  copy: (hasHeads: boolean) => void
  fill: () => void
  all: () => void
}

/** Runs the shortcut of a key with Ctrl or Command. @returns whether there is one */
function runShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, run: Shortcuts): boolean {
  if ((!ctrlKey && !metaKey) || altKey) return false
  const letter = key.toLowerCase()
  if (letter === 'z') (shiftKey ? run.redo : run.undo)()
  else if (letter === 'y') run.redo()
  else if (letter === 'c') run.copy(shiftKey)
  else if (letter === 'd') run.fill()
  else if (letter === 'a') run.all()
  else return false
  return true
}

/** Cursor, selection, editor, keyboard and clipboard of a grid. */
export function useGridEdit<Row>(options: GridEditOptions<Row>) {
  const { columns, rowCount, onChange } = options
  const cells = cellsOf(options)
  const { active, far, range, go, extend, select } = useCursor(options)
  /** Next editable cell of the row, or the cell itself. */
  const beside = (from: Place, step: 1 | -1): Place => {
    for (let column = from.column + step; column >= 0 && column < columns.length; column += step)
      if (columns[column]?.isReadOnly !== true) return { row: from.row, column }
    return from
  }
  const onMove = (at: Place, after: After) => {
    if (after === 'down') return go({ row: Math.min(at.row + 1, rowCount - 1), column: at.column })
    goAndOpen(beside(at, after === 'next' ? 1 : -1))
  }
  const column = columns[active.column]
  const editing = useCellEditing({ cells, column, active, isLive: options.isLive, onMove })
  const clipboard = useGridClipboard({
    cells,
    range,
    editing,
    canChange: onChange !== undefined,
    onRead: options.onRead,
    onUndo: options.onUndo,
    latestStep: options.latestStep,
  })
  const goTo = (next: Place) => {
    editing.finishTyped('stay')
    clipboard.forget()
    go(next)
  }
  const goAndOpen = (next: Place) => {
    goTo(next)
    if (cells.takesInput(next)) editing.open(next)
  }
  const isClosed = !cells.takesInput(active)
  const pressIdle = (event: KeyboardEvent<HTMLInputElement>) => {
    const press = event.key === 'Enter' || event.key === ' '
    const shortcuts: Shortcuts = {
      undo: () => options.onUndo?.(),
      redo: () => options.onRedo?.(),
      copy: clipboard.copy,
      fill: clipboard.fill,
      all: () => select(START, { row: rowCount - 1, column: columns.length - 1 }),
    }
    if (press && isClosed) pressCell(event.currentTarget)
    else if (event.key === 'Enter' || event.key === 'F2') goAndOpen(active)
    else if (event.key === 'Delete' || event.key === 'Backspace') clipboard.clear()
    else if (!runShortcut(event, shortcuts)) {
      const to = placeAfter(event.shiftKey ? far : active, event, rowCount, columns.length)
      if (!to) return
      if (event.shiftKey) extend(to)
      else goTo(to)
    }
    event.preventDefault()
  }
  return {
    active,
    range,
    cells,
    isClosed,
    editing,
    clipboard,
    go: goTo,
    goAndOpen,
    extend(to: Place) {
      editing.finishTyped('stay')
      extend(to)
    },
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      if (editing.editing) editing.press(event)
      else if (!event.nativeEvent.isComposing) pressIdle(event)
    },
  }
}
