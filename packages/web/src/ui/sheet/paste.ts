import { wordsOf } from '@xinchu/validators/reading'
import { readFigure } from '../../lib/read-figure.ts'
import { type CellChange, namedChoice, type SheetColumn } from './model.ts'

/** Reason why a pasted cell was left out. */
export type LeftOutReason = 'outside' | 'locked' | 'computed' | 'not-a-number' | 'not-a-choice'

export const REASONS: Readonly<Record<LeftOutReason, string>> = {
  outside: '超出表格',
  locked: '所在行已锁定',
  computed: '所在列不可填写',
  'not-a-number': '不是数值',
  'not-a-choice': '不在可选项中',
}

/** A pasted cell that was not written. */
export interface LeftOut {
  /** Row and column in the clipboard, from 1. */
  line: number
  position: number
  text: string
  /** Caption of the target column, if there is one. */
  column: string | undefined
  reason: LeftOutReason
  /** What is wrong with the text itself. */
  words?: string
}

type PasteColumn = SheetColumn & { isReadOnly?: boolean }

export interface PasteTarget {
  columns: readonly PasteColumn[]
  /** Editable rows. */
  isOpen: (row: number) => boolean
  rowCount: number
  at: { row: number; column: number }
}

export interface PastePlan {
  changes: CellChange[]
  leftOut: LeftOut[]
}

/** Converts a text to a column's value; undefined with a reason if the column does not take it. */
export function takenValue(
  { kind, unit, choices = [] }: SheetColumn,
  text: string,
): { value: string } | { reason: LeftOutReason; words?: string } {
  const trimmed = text.trim()
  if (trimmed === '' || kind === 'text') return { value: trimmed }
  if (kind === 'choice') {
    const choice = namedChoice(choices, trimmed)
    return choice ? { value: choice.value } : { reason: 'not-a-choice' }
  }
  const read = readFigure(text, unit)
  return 'digits' in read ? { value: read.digits } : { reason: 'not-a-number', words: wordsOf(read.finding) }
}

/** Plans a paste from a cell to the right and down: what is written and what is left out. */
export function planPaste(cells: readonly (readonly string[])[], target: PasteTarget): PastePlan {
  const { columns, isOpen, rowCount, at } = target
  const plan: PastePlan = { changes: [], leftOut: [] }
  const place = (row: number, column: PasteColumn | undefined, text: string) => {
    if (!column || row >= rowCount) return { reason: 'outside' as const }
    if (column.isReadOnly) return { reason: 'computed' as const }
    return isOpen(row) ? takenValue(column, text) : { reason: 'locked' as const }
  }
  for (const [down, line] of cells.entries())
    for (const [right, text] of line.entries()) {
      const column = columns[at.column + right]
      const row = at.row + down
      const taken = place(row, column, text)
      if ('value' in taken && column) plan.changes.push({ row, name: column.name, value: taken.value })
      else if ('reason' in taken)
        plan.leftOut.push({
          line: down + 1,
          position: right + 1,
          text,
          column: column && (column.caption ?? column.title),
          reason: taken.reason,
          ...('words' in taken && taken.words ? { words: taken.words } : {}),
        })
    }
  return plan
}

/** Repeats a single copied cell over the selection, as spreadsheets do. */
export function repeated(
  cells: readonly (readonly string[])[],
  size: { rows: number; columns: number },
): readonly (readonly string[])[] {
  const [[only = ''] = [], ...more] = cells
  if (more.length > 0 || (cells[0]?.length ?? 0) > 1) return cells
  return Array.from({ length: size.rows }, () => Array.from({ length: size.columns }, () => only))
}

/** Summary of a paste in words. */
export function pasteSummary(cells: readonly (readonly string[])[], { changes, leftOut }: PastePlan): string {
  if (leftOut.length === 0) return `已粘贴 ${changes.length} 格`
  const counts = new Map<LeftOutReason, number>()
  for (const { reason } of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const reasons = [...counts].map(([reason, count]) => `${count} 格${REASONS[reason]}`).join('，')
  const width = Math.max(...cells.map((line) => line.length))
  return `剪贴板 ${cells.length} 行 ${width} 列：贴入 ${changes.length} 格，${reasons}，未贴入`
}
