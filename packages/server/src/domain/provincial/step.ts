import type { ReportStatus } from '@xinchu/contract/codes'
import type { Trx } from '../../db/database.ts'
import { opinionMissing } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import { needsOpinion, type ReportAction } from '../general-items/states.ts'
import { tellEach } from '../messages/tell.ts'
import type { StepRequest } from '../review/record-step.ts'
import { statusAfter } from './parts.ts'

/** A record before a step; a new one is a draft. */
interface Stored {
  province_code: string
  status: ReportStatus
}

interface Asked {
  action: ReportAction
  opinion?: string | undefined
}

/** Whether an action writes the content. The other actions leave it unchanged. */
export const isWriting = (action: ReportAction): boolean => action === 'SAVE' || action === 'SUBMIT'

/** The state after a step. @throws HttpError 400 without the reason that the action needs, 403 or 409 */
export function nextStatus(row: Stored, { action, opinion }: Asked, user: Caller): ReportStatus {
  const to = statusAfter(row, action, user)
  if (needsOpinion(action) && !opinion?.trim()) throw opinionMissing()
  return to
}

/** Fields of the author: a request without its review parts. */
export function withoutReview<T extends Pick<StepRequest, 'dueDate' | 'remarks' | 'closeRemarks'>>(
  request: T,
) {
  const { dueDate: _due, remarks: _remarks, closeRemarks: _close, ...content } = request
  return content
}

const CODES = { PROV_DEMO: 'provincial-demo.returned', WORK_REPORT: 'work-report.returned' } as const

interface Return {
  kind: keyof typeof CODES
  /** Name of the returned record, in its author's words. */
  name: string
  opinion: string | undefined
  /** The office that reports. */
  orgId: number
  /** What its page is opened with. */
  search?: Readonly<Record<string, string | number>>
}

/**
 * Notifies the province that a record was returned to it.
 * @param after seconds after which the message appears
 * @returns the ids of the messages
 */
export const tellReturn = (
  trx: Trx,
  id: number,
  { kind, name, opinion = '', orgId, search = {} }: Return,
  user: Caller,
  after: number,
): Promise<number[]> =>
  tellEach(
    trx,
    CODES[kind],
    [{ to: { offices: [orgId] }, values: { id, name, office: user.orgName, opinion, search } }],
    { after },
  )
