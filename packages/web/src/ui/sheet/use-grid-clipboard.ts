import { type ClipboardEvent, useState } from 'react'
import { notify } from '../notice.tsx'
import { copyAndTell } from '../table/use-grid-keys.ts'
import { fullHead } from './grid-model.ts'
import { clipboardCells, clipboardText, isTable } from './model.ts'
import { type LeftOut, pasteSummary, planPaste, repeated } from './paste.ts'
import { fillDown, type Range, sizeOf } from './range.ts'
import type { CellEditing } from './use-cell-editing.ts'
import type { Cells } from './use-cells.ts'

/** Cells that the last paste left out. */
export interface PasteNote {
  text: string
  leftOut: readonly LeftOut[]
}

interface ClipboardOptions {
  cells: Cells
  range: Range
  editing: CellEditing
  canChange: boolean
}

const indexes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, step) => from + step)

/** Copying, pasting and filling ranges of a grid. */
export function useGridClipboard({ cells, range, editing, canChange }: ClipboardOptions) {
  const [note, setNote] = useState<PasteNote>()
  const { top, bottom, left, right } = range
  const copy = (hasHeads: boolean) => {
    const columns = indexes(left, right)
    const heads = columns.flatMap((at) => cells.columns[at] ?? []).map(fullHead)
    const lines = indexes(top, bottom).map((row) => columns.map((column) => cells.textAt({ row, column })))
    void copyAndTell(clipboardText(hasHeads ? [heads, ...lines] : lines))
  }
  const fill = () => {
    const { columns, isRowOpen, valueAt } = cells
    cells.write(fillDown(range, { columns, isOpen: isRowOpen, valueAt }))
  }
  const clear = () =>
    cells.write(
      indexes(top, bottom).flatMap((row) =>
        indexes(left, right).flatMap((column) => {
          const { name } = cells.columns[column] ?? {}
          return name !== undefined && cells.takesInput({ row, column }) ? [{ row, name, value: '' }] : []
        }),
      ),
    )
  const onPaste = (event: ClipboardEvent) => {
    const pasted = clipboardCells(event.clipboardData.getData('text/plain'))
    // An open editor takes plain text itself; a table is pasted into the grid.
    if (!canChange || (editing.editing && !isTable(pasted))) return
    event.preventDefault()
    editing.finish(undefined, 'stay')
    const lines = repeated(pasted, sizeOf(range))
    const { columns, rowCount, isRowOpen, textAt, write } = cells
    const at = { row: top, column: left }
    const plan = planPaste(lines, { columns, isOpen: isRowOpen, rowCount, at, textAt })
    write(plan.changes)
    const text = pasteSummary(lines, plan)
    if (plan.leftOut.length === 0) notify(text, 'success')
    setNote(plan.leftOut.length > 0 ? { text, leftOut: plan.leftOut } : undefined)
  }
  return { note, forget: () => setNote(undefined), copy, fill, clear, onPaste }
}
