import type { ImportRow } from '../../types.ts'
import { type PlannedChange, type PlannedRow, planActions, plannedRow } from '../import-plan.ts'
import type { ImportPlan } from './plan.ts'

/** A way in which the platform is no longer what a plan was made on, by row and field. */
export interface MovedRow {
  row: number
  name: string
  field?: string
  caption?: string
  /** The value on which the plan rests. */
  planned?: string
  now?: string
  message: string
}

const wordsOf = (action: PlannedRow['action']) => (action === 'same' ? '与草稿一致' : planActions[action])

const shown = (value: string | undefined) => value ?? '（空）'

/** Fields whose present value is not the planned one. What the plan does not list had its new value already. */
function movedFields(planned: readonly PlannedChange[], now: readonly PlannedChange[]) {
  const before = new Map(planned.map((change) => [change.field, change]))
  const after = new Map(now.map((change) => [change.field, change]))
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field) => {
    const [old, current] = [before.get(field), after.get(field)]
    const change = current ?? old
    if (!change) return []
    const was = old ? old.oldValue : current?.newValue
    const is = current ? current.oldValue : old?.newValue
    const isOtherText = old && current && old.newValue !== current.newValue
    if (was === is && !isOtherText) return []
    return [{ field, caption: change.caption, planned: shown(was), now: shown(is) }]
  })
}

/** All in which the row and its draft differ, whichever of the two stays. */
const differing = ({ changes = [], kept = [] }: PlannedRow) => [...changes, ...kept]

const strip = (message: string) => message.replace(/^第\d+行/, '')

/** Compares a planned row with the same row as it is checked now. */
export function movedIn(
  planned: PlannedRow,
  row: ImportRow,
  terms: Pick<ImportPlan, 'forceFields' | 'clearBlank'>,
): MovedRow[] {
  const now = plannedRow(row, terms.forceFields, terms)
  const at = { row: planned.row, name: planned.name }
  const isSameDraft = planned.projectId !== undefined && planned.projectId === now.projectId
  if (isSameDraft) {
    const fields = movedFields(differing(planned), differing(now))
    const isMoved = planned.version !== now.version || row.draft?.moved === true
    if (fields.length > 0)
      return fields.map((each) => ({
        ...at,
        ...each,
        message: `【${each.caption}】计划时为 ${each.planned}，现为 ${each.now}`,
      }))
    if (isMoved) return [{ ...at, message: '对应的草稿已被修改、提交或删除' }]
  }
  if (now.errors)
    return now.errors.map(({ field, caption, message }) => ({
      ...at,
      ...(field ? { field } : {}),
      ...(caption ? { caption } : {}),
      message: strip(message),
    }))
  if (now.questions)
    return now.questions.map(({ field, caption, message }) => ({
      ...{ ...at, field, caption },
      message: `【${caption}】待确认：${message}`,
    }))
  if (now.action === planned.action && (planned.projectId === undefined || isSameDraft)) return []
  return [{ ...at, message: `计划为${wordsOf(planned.action)}，现为${wordsOf(now.action)}` }]
}
