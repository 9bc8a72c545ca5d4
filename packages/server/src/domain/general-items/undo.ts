import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { reply } from '../reply.ts'
import type { ReviewedEntity } from '../review/records.ts'
import { type Kept, type Undoable, WAY_SECONDS } from '../review/undo.ts'
import { stateOf } from '../review/undo-state.ts'

type Schemas = components['schemas']

/** A step with the words of its reviewer. */
interface Step {
  action: Schemas['FlowAction']
  opinion?: string | undefined
  dueDate?: string | undefined
}

/** The steps that can be undone for some seconds. */
const UNDOABLE: readonly string[] = ['SUBMIT', 'PASS', 'RETURN', 'CONFIRM']

/** Seconds after which messages about a step appear: those for undoing it. */
export const delayOf = ({ action }: Step, undoSeconds: number): number =>
  undoSeconds > 0 && UNDOABLE.includes(action) ? undoSeconds + WAY_SECONDS : 0

interface Before {
  id: number
  province_code: string
  version: number
}

/** A record before a step, with the reviewer's words as a draft. */
export const undoable = (
  entity: ReviewedEntity,
  row: Before,
  draft: { remarks?: Schemas['RemarkDraft'][] } | undefined,
  { action, opinion, dueDate }: Step,
): Undoable => ({
  id: row.id,
  provinceCode: row.province_code,
  version: row.version,
  state: stateOf(entity, { ...row }),
  ...(action === 'SUBMIT' ? {} : { draft: reply({ opinion, dueDate, remarks: draft?.remarks }) }),
})

/** Undo data of a new record: it becomes a draft and keeps its content. */
export const asDraft = (id: number, provinceCode: string): Kept => ({
  id,
  province_code: provinceCode,
  state: { status: ReportStatus.draft, last_opinion: null },
  version: 0,
  history: 0,
  submissions: 0,
  reason: 0,
  remarks: [],
})
