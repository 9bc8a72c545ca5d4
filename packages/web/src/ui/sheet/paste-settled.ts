import type { CellChange } from './model.ts'
import type { LeftOutReason, PastePlan, PlannedCell } from './paste.ts'

export const REASONS: Readonly<Record<LeftOutReason, string>> = {
  outside: '超出表格',
  unloaded: '所在行尚未读取',
  locked: '所在行已锁定',
  computed: '所在列不可填写',
  'not-read': '内容不能填入',
  'no-column': '没有对应的列',
  'no-row': '表中没有此行',
  'twice-row': '名称重复',
  'other-row': '名称与编号不是同一行',
  'no-name': '没有行的名称',
  'other-unit': '单位不能换算',
  twice: '两列对应同一列',
}

/** A pasted cell that is not written. */
export interface LeftOut extends Pick<PlannedCell, 'line' | 'position' | 'text'> {
  /** Caption of the target column, if there is one. */
  column: string | undefined
  /** The kind of reason, which is counted, and the reason in words. */
  reason: string
  words: string
}

/** Answers to what a plan asks. */
export interface PasteAnswers {
  /** Empty cells empty what is stored. */
  isClearing: boolean
  /** Chosen values of cells that are asked about, by `cellKey`. */
  chosen: Readonly<Record<string, string>>
}

export interface SettledPaste {
  changes: CellChange[]
  leftOut: LeftOut[]
  /** Cells that are given another value, emptied, equal to what is stored, and empty ones that leave it. */
  changed: number
  cleared: number
  same: number
  kept: number
}

export const NO_ANSWERS: PasteAnswers = { isClearing: false, chosen: {} }

export const cellKey = ({ line, position }: Pick<PlannedCell, 'line' | 'position'>): string =>
  `${line} ${position}`

export const captionOf = ({ column }: PlannedCell): string | undefined =>
  column && (column.caption ?? column.title)

function leftOutOf(cell: PlannedCell): LeftOut {
  const { outcome, line, position, text } = cell
  const where = { line, position, text, column: captionOf(cell) }
  if (outcome.level === 'asked') return { ...where, reason: '待确认', words: outcome.words }
  const reason = outcome.level === 'refused' ? REASONS[outcome.reason] : ''
  return { ...where, reason, words: (outcome.level === 'refused' && outcome.words) || reason }
}

/** The value that is written into a cell's place: undefined for none. */
function writtenValue(cell: PlannedCell, { isClearing, chosen }: PasteAnswers): string | undefined {
  switch (cell.outcome.level) {
    case 'write':
      return cell.outcome.value
    case 'blank':
      return isClearing ? '' : undefined
    case 'asked':
      return chosen[cellKey(cell)]
    case 'refused':
      return undefined
  }
}

/** What a plan writes and leaves out with the answers to it. */
export function settlePaste(
  { cells }: Pick<PastePlan, 'cells'>,
  answers: PasteAnswers = NO_ANSWERS,
): SettledPaste {
  const settled: SettledPaste = { changes: [], leftOut: [], changed: 0, cleared: 0, same: 0, kept: 0 }
  for (const cell of cells) {
    const { outcome, row, column } = cell
    const value = writtenValue(cell, answers)
    if (value === undefined || row === undefined || !column) {
      if (outcome.level === 'blank') settled.kept += 1
      else settled.leftOut.push(leftOutOf(cell))
      continue
    }
    if (outcome.level === 'write' && outcome.isSame) {
      settled.same += 1
      continue
    }
    settled.changes.push({ row, name: column.name, value })
    if (value === '') settled.cleared += 1
    else settled.changed += 1
  }
  return settled
}

/** Whether a paste must be looked at before it is done. */
export function needsPreview({ heads, finder, unread, cells }: PastePlan): boolean {
  const isUneven = cells.some(({ outcome }) => outcome.level !== 'write')
  const isMoved = heads > 0 || finder !== undefined
  return (
    isUneven ||
    unread > 0 ||
    (isMoved && cells.some(({ outcome }) => outcome.level === 'write' && !outcome.isSame))
  )
}

const many = (count: number): string => count.toLocaleString('zh-CN')

/** Number of cells that a paste writes, those that have the value already included. */
export const writtenCount = ({ changed, cleared, same }: SettledPaste): number => changed + cleared + same

/** The columns of a block that are headed by other units than those of the sheet, such as 充电量（MWh→万kWh）. */
export const convertedIn = (
  { columns }: Pick<PastePlan, 'columns'>,
  sheet: readonly { title: string; caption?: string; unit?: string | undefined }[],
): string[] =>
  columns.flatMap(({ at, factor, unit }) => {
    const column = at === undefined ? undefined : sheet[at]
    return factor && column ? [`${column.caption ?? column.title}（${unit}→${column.unit}）`] : []
  })

/** 已粘贴 29 格（改 27，清空 2），3 格未贴入. */
export function pasteSummary(settled: SettledPaste, converted: readonly string[] = []): string {
  const { changed, cleared, same, kept, leftOut } = settled
  const count = writtenCount(settled)
  if (count === same && kept + leftOut.length === 0) return '与表中内容相同，没有变化'
  const parts = [
    changed > 0 && `改 ${many(changed)}`,
    cleared > 0 && `清空 ${many(cleared)}`,
    same > 0 && `相同 ${many(same)}`,
  ].filter(Boolean)
  const inside = parts.length > 1 || cleared > 0 ? `（${parts.join('，')}）` : ''
  return [
    `已粘贴 ${many(count)} 格${inside}`,
    converted.length > 0 && `${converted.join('、')}已换算`,
    kept > 0 && `${many(kept)} 个空单元格保留原值`,
    leftOut.length > 0 && `${many(leftOut.length)} 格未贴入`,
  ]
    .filter(Boolean)
    .join('，')
}

/** 未贴入 3 格：1 格不能读取，2 格所在行已锁定. */
export function leftOutSummary(leftOut: readonly LeftOut[]): string {
  const counts = new Map<string, number>()
  for (const { reason } of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const reasons = [...counts].map(([reason, count]) => `${many(count)} 格${reason}`)
  return `未贴入 ${many(leftOut.length)} 格：${reasons.join('，')}`
}
