import type { ReportStatus } from '@xinchu/sdk/codes'
import type { Trx } from '../../db/database.ts'
import { opinionMissing } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { noteFlow, tellReturned } from '../flow-notes.ts'
import { needsOpinion, type ReportAction } from '../general-items/states.ts'
import { statusAfter } from './parts.ts'

/** Kinds of records that a province reports to the nation. */
export type ProvincialKind = 'PROV_DEMO' | 'WORK_REPORT'

/** A record before a step; a new one is a draft. */
interface Stored {
  province_code: string
  status: ReportStatus
}

interface Asked {
  action: ReportAction
  opinion?: string | undefined
}

/** Whether an action writes the content. The others take the record as it is. */
export const isWriting = (action: ReportAction): boolean => action === 'SAVE' || action === 'SUBMIT'

/** The state after a step. @throws HttpError 400 without the reason that the action needs, 403 or 409 */
export function nextStatus(row: Stored, { action, opinion }: Asked, user: Caller): ReportStatus {
  const to = statusAfter(row, action, user)
  if (needsOpinion(action) && !opinion?.trim()) throw opinionMissing()
  return to
}

interface Step extends Asked {
  kind: ProvincialKind
  id: number
  provinceCode: string
  /** The office that reports. */
  orgId: number
  from: ReportStatus | null
  to: ReportStatus
  /** What is returned, as its author calls it. */
  name: string
  link: string
}

/** Records a step, and tells the author of a return. Repeated saves record one step. */
export async function noteStep(trx: Trx, step: Step, user: Caller): Promise<void> {
  const { kind, id, provinceCode, orgId, action, from, to, opinion, name, link } = step
  if (action === 'SAVE' && from !== null) return
  await noteFlow(trx, kind, [{ provinceCode, id, action, from, to, opinion }], user)
  if (!needsOpinion(action)) return
  await tellReturned(trx, [
    {
      orgId,
      title: `${name}被退回`,
      content: `${user.orgName}退回了${name}，意见：${opinion ?? ''}`,
      bizType: kind,
      bizId: id,
      link,
    },
  ])
}
