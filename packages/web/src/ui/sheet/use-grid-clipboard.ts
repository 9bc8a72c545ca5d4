import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { notify } from '../notice.tsx'
import type { Place } from '../table/keyboard.ts'
import { copyAndTell } from '../table/use-grid-keys.ts'
import { fullHead } from './grid-model.ts'
import { clipboardCells, clipboardText, isTable } from './model.ts'
import { type PasteChoice, type PastePlan, planPaste, repeated } from './paste.ts'
import {
  convertedIn,
  type LeftOut,
  leftOutSummary,
  NO_ANSWERS,
  needsPreview,
  type PasteAnswers,
  pasteSummary,
  settlePaste,
} from './paste-settled.ts'
import type { PasteTarget } from './paste-target.ts'
import { type RowRange, rowsToRead } from './paste-unread.ts'
import { fillDown, type Range, sizeOf } from './range.ts'
import type { CellEditing } from './use-cell-editing.ts'
import type { Cells } from './use-cells.ts'
import { usePasteNotice } from './use-paste-notice.ts'

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
  /** Reads rows that are not loaded. Absent where all are. */
  onRead: ((ranges: readonly RowRange[]) => Promise<void>) | undefined
  onUndo: (() => void) | undefined
  latestStep: unknown
}

type Block = readonly (readonly string[])[]

/** A block that is looked at before it is pasted. */
interface AskedPaste {
  block: Block
  target: PasteTarget
}

const targetOf = (
  { columns, rowCount, isRowOpen, isRowKnown, textAt, valueAt, keysAt }: Cells,
  at: Place,
): PasteTarget => ({
  columns,
  rowCount,
  at,
  isOpen: isRowOpen,
  isLoaded: isRowKnown,
  textAt,
  valueAt,
  keysAt,
})

/** The cells as they are now, also for what began earlier; undefined once the sheet is left. */
function useCurrent(cells: Cells) {
  const current = useRef<Cells | undefined>(cells)
  useEffect(() => {
    current.current = cells
    return () => {
      current.current = undefined
    }
  })
  return current
}

/** Reads the rows that a block may go to, before it is taken. */
function useReading(onRead: ClipboardOptions['onRead']) {
  const [isReading, setReading] = useState(false)
  async function read(ranges: readonly RowRange[], onDone: () => void): Promise<void> {
    setReading(true)
    try {
      await onRead?.(ranges)
      onDone()
    } catch {
      notify('未能读取其余的行，没有粘贴，请重试')
    } finally {
      setReading(false)
    }
  }
  return { isReading, read }
}

/** Pasting a block, with a preview unless it goes where it is pasted as it is. */
function usePaste({ cells, canChange, editing, range, onRead, ...steps }: ClipboardOptions) {
  const [note, setNote] = useState<PasteNote>()
  const [asked, setAsked] = useState<AskedPaste>()
  const current = useCurrent(cells)
  const { isReading, read } = useReading(onRead)
  const tell = usePasteNotice(steps)
  const write = (plan: PastePlan, answers: PasteAnswers) => {
    const settled = settlePaste(plan, answers)
    const { changes, leftOut } = settled
    current.current?.write(changes)
    tell(pasteSummary(settled, convertedIn(plan, cells.columns)), changes.length > 0)
    setNote(leftOut.length > 0 ? { text: leftOutSummary(leftOut), leftOut } : undefined)
  }
  const take = (block: Block, at: Place) => {
    if (!current.current) return
    const target = targetOf(current.current, at)
    const plan = planPaste(block, target)
    if (needsPreview(plan)) setAsked({ block, target })
    else write(plan, NO_ANSWERS)
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = clipboardCells(event.clipboardData.getData('text/plain'))
    // An open editor takes plain text itself; a table is pasted into the grid.
    if (!canChange || asked || isReading || (editing.editing && !isTable(pasted))) return
    event.preventDefault()
    editing.finish(undefined, 'stay')
    const block = repeated(pasted, sizeOf(range))
    const at = { row: range.top, column: range.left }
    const ranges = onRead ? rowsToRead(block, targetOf(cells, at)) : []
    if (ranges.length > 0) void read(ranges, () => take(block, at))
    else take(block, at)
  }
  const confirm = (choice: PasteChoice, answers: PasteAnswers) => {
    setAsked(undefined)
    // The sheet may have got stored values meanwhile.
    if (asked) write(planPaste(asked.block, targetOf(cells, asked.target.at), choice), answers)
  }
  return {
    note,
    isReading,
    forget: () => setNote(undefined),
    onPaste,
    asked,
    confirm,
    cancel: () => setAsked(undefined),
  }
}

const indexes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, step) => from + step)

/** Copying, pasting and filling ranges of a grid. */
export function useGridClipboard(options: ClipboardOptions) {
  const { cells, range } = options
  const { top, bottom, left, right } = range
  const paste = usePaste(options)
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
  return { ...paste, copy, fill, clear }
}
