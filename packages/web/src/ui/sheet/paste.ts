import { type Factor, wordsOf } from '@xinchu/validators/reading'
import { readFigure } from '../../lib/read-figure.ts'
import { type HeadedBlock, type HeadedColumn, headingsOf } from './headings.ts'
import { type CellChange, namedChoice, type SheetColumn } from './model.ts'

/** Reason why a pasted cell was left out. */
export type LeftOutReason =
  | 'outside'
  | 'locked'
  | 'computed'
  | 'not-a-number'
  | 'not-a-choice'
  | 'no-column'
  | 'no-row'
  | 'other-unit'
  | 'twice'
  | 'unsure'

export const REASONS: Readonly<Record<LeftOutReason, string>> = {
  outside: '超出表格',
  locked: '所在行已锁定',
  computed: '所在列不可填写',
  'not-a-number': '不是数值',
  'not-a-choice': '不在可选项中',
  'no-column': '表中没有此列',
  'no-row': '表中没有此行',
  'other-unit': '单位不能换算',
  twice: '列名重复',
  unsure: '因首行既不是数值也不是列名',
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

type PasteColumn = SheetColumn & { isReadOnly?: boolean; isRowHeader?: boolean }

export interface PasteTarget {
  columns: readonly PasteColumn[]
  /** Editable rows. */
  isOpen: (row: number) => boolean
  rowCount: number
  at: { row: number; column: number }
  /** The text of a cell; needed to find rows by their names. */
  textAt?: (place: { row: number; column: number }) => string
}

export interface PastePlan {
  changes: CellChange[]
  leftOut: LeftOut[]
  /** Number of lines of the block that are headings, by whose names the columns were found. */
  heads: number
  /** Number of cells that had something and are emptied. */
  cleared: number
  /** Columns whose figures were converted, with both units, such as 充电量（MWh→万kWh）. */
  converted: string[]
}

/** Converts a text to a column's value; undefined with a reason if the column does not take it. */
export function takenValue(
  { kind, unit, choices = [] }: SheetColumn,
  text: string,
  factor?: Factor,
): { value: string } | { reason: LeftOutReason; words?: string } {
  const trimmed = text.trim()
  if (trimmed === '' || kind === 'text') return { value: trimmed }
  if (kind === 'choice') {
    const choice = namedChoice(choices, trimmed)
    return choice ? { value: choice.value } : { reason: 'not-a-choice' }
  }
  const read = readFigure(text, unit, factor)
  return 'digits' in read ? { value: read.digits } : { reason: 'not-a-number', words: wordsOf(read.finding) }
}

const rowKey = (text: string): string => text.replace(/\s/g, '')

/** Share of lines that must name rows before a column without a heading is one of names. */
const LEAST_NAMES = 0.6

/** Finds the rows of a block by the names in it; undefined if it has no column of names, so that their order counts. */
function rowsByName(
  lines: readonly (readonly string[])[],
  block: HeadedBlock,
  { columns, rowCount, textAt, at }: PasteTarget,
): ((line: readonly string[]) => number | undefined) | undefined {
  const header = columns.findIndex(({ isRowHeader }) => isRowHeader)
  const position = block.columns?.findIndex((column) => column.at === header) ?? header - at.column
  if (header < 0 || position < 0 || !textAt) return undefined
  const rows = new Map<string, number | undefined>()
  for (let row = 0; row < rowCount; row += 1) {
    const key = rowKey(textAt({ row, column: header }))
    // A name that stands twice finds neither row.
    rows.set(key, rows.has(key) ? undefined : row)
  }
  const named = lines.map((line) => rowKey(line[position] ?? ''))
  const known = named.filter((key) => key !== '' && rows.has(key)).length
  const isNames = columns[header]?.kind === 'text' && known > 0 && known >= LEAST_NAMES * lines.length
  if (!block.columns && !isNames) return undefined
  return (line) => {
    const key = rowKey(line[position] ?? '')
    return named.indexOf(key) === named.lastIndexOf(key) ? rows.get(key) : undefined
  }
}

interface Pasted {
  row: number | undefined
  column: PasteColumn | undefined
  headed: HeadedColumn | undefined
  text: string
}

/** What becomes of one pasted cell. */
function taken({ row, column, headed, text }: Pasted, { isOpen, rowCount }: PasteTarget) {
  if (headed?.isTwice) return { reason: 'twice' as const }
  if (headed && headed.at === undefined) return { reason: 'no-column' as const }
  if (row === undefined) return { reason: 'no-row' as const }
  if (!column || row >= rowCount) return { reason: 'outside' as const }
  if (column.isReadOnly) return { reason: 'computed' as const }
  if (!isOpen(row)) return { reason: 'locked' as const }
  if (headed?.foreign !== undefined && text.trim() !== '') return { reason: 'other-unit' as const }
  return takenValue(column, text, headed?.factor)
}

/**
 * Plans a paste: what is written and what is left out. A heading is never data. Columns go by its names, and rows by theirs if it
 * has them; otherwise both go to the right and down from a cell. Nothing is written below words that may be a heading or a row.
 */
export function planPaste(cells: readonly (readonly string[])[], target: PasteTarget): PastePlan {
  const { columns, at } = target
  const block = headingsOf(cells, columns, at.column)
  const lines = cells.slice(block.heads)
  const rowOf = rowsByName(lines, block, target)
  const plan: PastePlan = {
    changes: [],
    leftOut: [],
    heads: block.heads,
    cleared: 0,
    converted: convertedIn(block, columns),
  }
  for (const [down, line] of lines.entries())
    for (const [right, text] of line.entries()) {
      const headed = block.columns ? (block.columns[right] ?? { at: undefined }) : undefined
      const place = headed ? (headed.at ?? columns.length) : at.column + right
      const column = columns[place]
      // The names have found the rows, and are not written.
      if (rowOf && column?.isRowHeader) continue
      const row = rowOf ? rowOf(line) : at.row + down
      const pasted = { row, column, headed, text }
      const read = block.isUnsure ? { reason: 'unsure' as const } : taken(pasted, target)
      if ('value' in read && column && row !== undefined) {
        plan.changes.push({ row, name: column.name, value: read.value })
        if (read.value === '' && target.textAt?.({ row, column: place })) plan.cleared += 1
      } else if ('reason' in read)
        plan.leftOut.push({
          line: block.heads + down + 1,
          position: right + 1,
          text,
          column: column && (column.caption ?? column.title),
          reason: read.reason,
          ...('words' in read && read.words ? { words: read.words } : {}),
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

/** The columns of a block that are headed by other units than those of the sheet. */
const convertedIn = (block: HeadedBlock, columns: readonly PasteColumn[]): string[] =>
  (block.columns ?? []).flatMap(({ at, factor, unit }) => {
    const column = at === undefined ? undefined : columns[at]
    return factor && column ? [`${column.caption ?? column.title}（${unit}→${column.unit}）`] : []
  })

/** Summary of a paste in words. */
export function pasteSummary(
  cells: readonly (readonly string[])[],
  { changes, leftOut, heads, cleared, converted }: PastePlan,
): string {
  const emptied = cleared === 0 ? '' : `（清空 ${cleared}）`
  const units = converted.length === 0 ? '' : `${converted.join('、')}已换算，`
  const headed = heads === 0 ? '' : `按表头的列名，${units}`
  if (leftOut.length === 0) return `${headed}已粘贴 ${changes.length} 格${emptied}`
  const counts = new Map<LeftOutReason, number>()
  for (const { reason } of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const reasons = [...counts].map(([reason, count]) => `${count} 格${REASONS[reason]}`).join('，')
  const width = Math.max(...cells.map((line) => line.length))
  return `${headed}剪贴板 ${cells.length} 行 ${width} 列：贴入 ${changes.length} 格${emptied}，${reasons}，未贴入`
}
