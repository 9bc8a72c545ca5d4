import type { ImportBatch, ImportCellIssue, ImportPlanCounts, ImportQuestion, ImportRow } from '../types.ts'

type Draft = NonNullable<ImportRow['draft']>
export type PlannedChange = Draft['changes'][number]

/** What an import would do with a row. */
export type PlanAction = 'new' | 'changed' | 'same' | 'asked' | 'refused' | 'repeat'

export interface PlannedRow {
  /** Row number of the workbook. */
  row: number
  action: PlanAction
  name: string
  /** The draft that the row replaces, and its version when this was planned. */
  projectId?: number
  version?: number
  changes?: PlannedChange[]
  /** That the project was returned, with the words of the office. */
  returned?: NonNullable<Draft['returned']>
  /** What the draft keeps because a person has corrected it. */
  kept?: PlannedChange[]
  /** Fields whose value stays because the row's cell is empty. */
  blank?: PlannedChange[]
  /** The questions of its cells. The row is not written before they are answered. */
  questions?: ImportQuestion[]
  errors?: ImportCellIssue[]
  warnings?: ImportCellIssue[]
  repeats?: NonNullable<ImportRow['repeats']>
  /** The row's texts by field, for rows that may be written. */
  cells?: Record<string, string>
}

/** One line of a plan: a change, or a finding. Texts are as people read them. */
export interface PlanLine {
  kind: 'change' | 'kept' | 'blank' | 'returned' | 'question' | 'error' | 'warning' | 'repeat'
  /** Letter of the workbook's column. */
  column?: string
  caption?: string
  oldValue?: string
  /** The new value, or what is to be said. */
  text: string
  /** Code of the rule that refused or warned. */
  code?: string
  /** The project that a row may repeat, if the caller may see it. */
  projectId?: number
}

/** Names of the actions, in Chinese. */
export const planActions: Readonly<Record<PlanAction, string>> = {
  new: '新建',
  changed: '变更',
  same: '一致',
  asked: '待确认',
  refused: '拒绝',
  repeat: '疑似重复',
}

/** Headings of a plan as a table. */
export const planHeadings = ['处理', '行', '项目名称', '列', '列名', '原值', '新值或说明'] as const

const MOVED = 'W-003'
// Says only that the row is the same as a draft, which the plan shows.
const IS_DRAFT = 'D-005'

function actionOf({ state, draft, errors }: ImportRow): PlanAction {
  if (state === 'ERROR' || draft?.moved || errors.length > 0) return 'refused'
  if (state === 'ASK') return 'asked'
  if (state === 'REPEAT') return 'repeat'
  if (!draft) return 'new'
  return draft.changes.length > 0 ? 'changed' : 'same'
}

const isForced = ({ field }: PlannedChange, forced: readonly string[]) =>
  forced.includes('*') || forced.includes(field.split(/[[.]/, 1)[0] ?? field)

/** The row with the corrections that are forced among its changes. */
function withForced(row: ImportRow, forced: readonly string[]): ImportRow {
  const { draft } = row
  if (!draft?.kept) return row
  const kept = draft.kept.filter((change) => !isForced(change, forced))
  const taken = draft.kept.filter((change) => isForced(change, forced))
  return { ...row, draft: { ...draft, changes: [...draft.changes, ...taken], kept } }
}

/** The row with the changes that its empty cells make, if they clear: all but those that a person has corrected. */
function withCleared(row: ImportRow, forced: readonly string[]): ImportRow {
  const { draft } = row
  if (!draft?.blank) return row
  const isKept = (change: PlannedChange) => change.origin !== undefined && !isForced(change, forced)
  const { blank, ...rest } = draft
  const changes = [...rest.changes, ...blank.filter((change) => !isKept(change))]
  const kept = [...(rest.kept ?? []), ...blank.filter(isKept)]
  return { ...row, draft: { ...rest, changes, ...(kept.length > 0 ? { kept } : {}) } }
}

/** The texts of a row as they are sent again: an empty one for each cell that is empty in the file. */
function cellsOf({ raw, draft }: ImportRow): Record<string, string> {
  const cleared = draft?.changes.filter(({ newValue }) => newValue === undefined) ?? []
  const kept = draft?.kept?.filter(({ newValue }) => newValue === undefined) ?? []
  const empty = [...cleared, ...kept, ...(draft?.blank ?? [])].map(({ field }) => [field, ''] as const)
  return { ...Object.fromEntries(empty), ...raw }
}

/**
 * A checked row as what a commit would do with it.
 * @param forced fields that are taken although a person has corrected them; `*` for all
 */
export function plannedRow(
  given: ImportRow,
  forced: readonly string[] = [],
  { clearBlank = false }: { clearBlank?: boolean | undefined } = {},
): PlannedRow {
  const taken = withForced(given, forced)
  const row = clearBlank ? withCleared(taken, forced) : taken
  const action = actionOf(row)
  const { draft, repeats = [] } = row
  const warnings = row.warnings.filter(({ code }) => code !== IS_DRAFT)
  const moved = draft?.moved && row.errors.length === 0
  const errors = moved
    ? [{ code: MOVED, message: `第${row.rowNo}行：对应的草稿在校验后已有变化，该行不会写入，请重新校验` }]
    : row.errors
  const isWritable = action === 'new' || action === 'changed' || action === 'repeat'
  return {
    row: row.rowNo,
    action,
    name: row.raw['projectName'] ?? '',
    ...(draft ? { projectId: draft.projectId, version: draft.version } : {}),
    ...(draft?.returned && action === 'changed' ? { returned: draft.returned } : {}),
    ...(draft && draft.changes.length > 0 ? { changes: draft.changes } : {}),
    ...(draft?.kept?.length ? { kept: draft.kept } : {}),
    ...(draft?.blank?.length ? { blank: draft.blank } : {}),
    ...(row.questions ? { questions: row.questions } : {}),
    ...(errors.length > 0 ? { errors } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(action === 'repeat' ? { repeats } : {}),
    ...(isWritable ? { cells: cellsOf(row) } : {}),
  }
}

const wordsOf = (message: string) => message.replace(/^第\d+行(?:【[^】]*】)?：/, '')

/** Who corrected a field, when, and on what occasion. */
const whoOf = ({ origin, setBy = '', setTime = '' }: Pick<PlannedChange, 'origin' | 'setBy' | 'setTime'>) =>
  `${setBy} ${setTime.slice(0, 10)} ${origin === 'REVIEW' ? '退回后更正' : '修改'}`

const placeOf = ({ column, caption }: { column?: string; caption?: string }) => ({
  ...(column ? { column } : {}),
  ...(caption ? { caption } : {}),
})

const issueLine =
  (kind: 'error' | 'warning') =>
  (issue: ImportCellIssue): PlanLine => ({
    kind,
    ...placeOf(issue),
    ...(issue.value ? { oldValue: issue.value } : {}),
    ...(issue.code ? { code: issue.code } : {}),
    text: wordsOf(issue.message),
  })

const questionLine = ({ original, message, code, ...at }: ImportQuestion): PlanLine => ({
  kind: 'question',
  ...placeOf(at),
  oldValue: original,
  code,
  text: message,
})

const changeLine = ({ oldValue, newValue, ...at }: PlannedChange): PlanLine => ({
  kind: 'change',
  ...placeOf(at),
  ...(oldValue ? { oldValue } : {}),
  text: newValue ?? '（清空）',
})

const keptLine = ({ oldValue = '（空）', newValue = '（清空）', ...set }: PlannedChange): PlanLine => ({
  kind: 'kept',
  ...placeOf(set),
  oldValue,
  text: `保留人工更正，不取 ${newValue}（${whoOf(set)}）`,
})

const returnedLine = ({ statusLabel, opinion }: NonNullable<PlannedRow['returned']>): PlanLine => ({
  kind: 'returned',
  text: `将修改被退回的项目，须确认（${statusLabel}${opinion ? `：${opinion}` : ''}）`,
})

const blankLine = ({ oldValue, ...at }: PlannedChange): PlanLine => ({
  kind: 'blank',
  ...placeOf(at),
  ...(oldValue ? { oldValue } : {}),
  text: '空单元格，保留原有内容',
})

const repeatLine = ({
  projectName,
  projectId,
  score,
}: NonNullable<PlannedRow['repeats']>[number]): PlanLine => ({
  kind: 'repeat',
  ...(projectName ? { projectId } : {}),
  text: `${projectName ?? '其他单位的项目'}（编号 ${projectId}，${score} 分）`,
})

/** The lines of a row: errors, questions, changes, what is kept, what is left empty, hints, and projects that it may repeat. Empty for a plain new row. */
export function planLines({
  action,
  returned,
  changes = [],
  kept = [],
  blank = [],
  questions = [],
  errors = [],
  warnings = [],
  repeats = [],
}: PlannedRow): PlanLine[] {
  return [
    ...errors.map(issueLine('error')),
    ...questions.map(questionLine),
    ...(returned ? [returnedLine(returned)] : []),
    ...(action === 'changed' ? changes : []).map(changeLine),
    ...kept.map(keptLine),
    ...blank.map(blankLine),
    ...warnings.map(issueLine('warning')),
    ...repeats.map(repeatLine),
  ]
}

/** The cells of a line below `planHeadings`, from the fourth on. */
export function planCells({
  kind,
  column = '',
  caption = '',
  oldValue = '',
  code,
  text,
}: PlanLine): string[] {
  return [column, caption, oldValue, [kind === 'warning' ? '提示' : '', code, text].filter(Boolean).join(' ')]
}

/** The counts of a plan in one sentence. */
export function planSummary(counts: Omit<ImportPlanCounts, 'kept' | 'blank' | 'returned'>): string {
  const { changed, changes, same, asked, refused, repeat } = counts
  const total = counts.new + changed + same + asked + refused + repeat
  const open = asked > 0 ? `，待确认 ${asked}` : ''
  return `共 ${total} 行：新建 ${counts.new}，变更 ${changed}（${changes} 项），一致 ${same}，拒绝 ${refused}${open}，疑似重复 ${repeat}`
}

/** Code of the warning that a cell was not written, because a person has corrected the field of the draft. */
export const KEPT_RULE = 'D-008'

/** Code of the warning that an empty cell has not cleared what the draft has. */
export const BLANK_RULE = 'D-009'

/**
 * Counts of the written rows of a batch, as one sentence: new, changed and unchanged rows, kept cells and empty ones.
 * @returns undefined before the batch is written, and for a batch that an earlier release wrote
 */
export function writtenSummary(batch: ImportBatch): string | undefined {
  const { created, changed, changes, same, kept, blank, cleared } = batch
  if (created === undefined || changed === undefined || same === undefined) return undefined
  const rows = `新建 ${created}，变更 ${changed}（${changes ?? 0} 项），一致 ${same}`
  const cells = [
    ...(kept ? [`保留人工更正 ${kept} 格`] : []),
    ...(cleared ? [`清空 ${cleared} 格`] : []),
    ...(blank ? [`空单元格未清空 ${blank} 格`] : []),
  ]
  const held = batch.held ? `；待确认 ${batch.held} 行（修改被退回的项目）` : ''
  return (cells.length > 0 ? `${rows}；${cells.join('，')}` : rows) + held
}
