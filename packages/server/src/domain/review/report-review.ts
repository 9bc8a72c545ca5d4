import type { components } from '@xinchu/contract/schema'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import type { FlowAction } from '../flow/table.ts'
import { ItemRefusal, refuse } from '../general-items/problem.ts'
import { closeOwnLevel } from './deal.ts'
import { dropDrafts } from './drafts.ts'
import { raiseRemarks } from './raise.ts'
import { type Reviewed, type ReviewedEntity, SHAPES } from './records.ts'
import { isOpenRemark, stateAfterWriting, unsettledOf } from './remark-rules.ts'
import {
  answerWhole,
  mayAskAgain,
  NOT_AGAIN,
  openRemarksMessage,
  type RemarkDraft,
  type RemarkRow,
  renewRemarks,
  sendDown,
  unsettledMessage,
} from './remarks.ts'
import { type StoredWarning, storeMissing, storeSubmissions, submissionNumbers } from './submissions.ts'
import { namesFor, specAt, valueAt } from './words.ts'

/** Review properties of an item in a request. */
type Draft = Pick<components['schemas']['GeneralItemDraft'], 'answer' | 'remarks'>

/** The parts of a request that concern the review. */
export interface ReportRequest {
  action: FlowAction
  opinion?: string | undefined
  closeRemarks?: boolean | undefined
}

/** The answer to remarks on the whole record: the item's own, or the request's opinion. */
const answerOf = ({ answer }: Draft, { opinion }: ReportRequest) => answer?.trim() || opinion?.trim() || ''

/**
 * Refuses the submission of a report with open remarks, the pass of one whose remarks are not closed, and remarks on
 * fields that do not exist or in threads of a higher level.
 * @throws ItemRefusal
 */
export function assertReview(
  record: Reviewed,
  draft: Draft,
  request: ReportRequest,
  { remarks, user }: { remarks: readonly RemarkRow[]; user: Caller },
): void {
  const { action, closeRemarks } = request
  const isReply = action === 'PASS' && record.isWithReviewer
  if (action === 'SUBMIT' || isReply) {
    const open = remarks.filter(
      (remark) =>
        remark.sent !== isReply &&
        isOpenRemark({ status: stateAfterWriting(remark, valueAt(record.content, remark.field)) }) &&
        !(remark.field === null && answerOf(draft, request)),
    )
    if (open.length > 0)
      throw new ItemRefusal([
        {
          status: 409,
          field: open[0]?.field ?? 'answer',
          code: 'W-028',
          message: openRemarksMessage(open),
        },
      ])
  }
  if ((action === 'PASS' || action === 'CONFIRM') && !closeRemarks) {
    const own = unsettledOf(remarks, user)
    if (own.length > 0 && !isReply)
      throw refuse(409, { code: 'W-029', message: unsettledMessage(own.length) })
  }
  const wrong = draft.remarks?.find(
    ({ field, remarkId }) =>
      (field !== undefined && !specAt(SHAPES[record.entity], field)) ||
      (remarkId !== undefined && !remarks.some(({ id }) => id === remarkId)),
  )
  if (wrong) throw refuse(400, { code: 'W-031', message: '意见所在的项不存在' }, 'remarks')
  if (!mayAskAgain(draft.remarks ?? [], remarks, record, user))
    throw refuse(409, { code: 'W-031', message: NOT_AGAIN }, 'remarks')
}

/** A report after its step, with the requesting draft and its warnings. */
export interface Dealt {
  record: Reviewed
  draft: Draft
  warnings: readonly StoredWarning[]
}

const remarksWith = (draft: Draft): readonly RemarkDraft[] => draft.remarks ?? []

async function answerItems(
  trx: Trx,
  entity: ReviewedEntity,
  dealt: readonly Dealt[],
  request: ReportRequest,
  { user, now, sent }: { user: Caller; now: Date; sent: boolean },
): Promise<void> {
  const answers = dealt.flatMap(({ record, draft }) => {
    const answer = answerOf(draft, request)
    return answer ? [[record.id, answer] as const] : []
  })
  await answerWhole(trx, entity, new Map(answers), { user, now, sent })
}

/**
 * Writes the effects of report steps on the review: submissions, remarks, and their states.
 * @param isToAuthor whether a return goes to the author, not to the office between him and the nation
 */
export async function writeReportReview(
  trx: Trx,
  entity: ReviewedEntity,
  dealt: readonly Dealt[],
  request: ReportRequest,
  { user, now, isToAuthor }: { user: Caller; now: Date; isToAuthor: boolean },
): Promise<void> {
  if (dealt.length === 0) return
  const { action, opinion = '' } = request
  const records = dealt.map(({ record }) => record)
  const ids = records.map(({ id }) => id)
  if (action === 'SAVE' || action === 'SUBMIT') await renewRemarks(trx, entity, records)
  if (action === 'SAVE' || action === 'WITHDRAW') return
  if (action === 'SUBMIT') {
    await answerItems(trx, entity, dealt, request, { user, now, sent: true })
    await storeSubmissions(trx, entity, dealt, user)
    return
  }
  await dropDrafts(trx, entity, ids, user)
  await storeMissing(trx, entity, records)
  if (action === 'PASS' || action === 'CONFIRM') {
    if (action === 'PASS') await answerItems(trx, entity, dealt, request, { user, now, sent: false })
    await closeOwnLevel(trx, entity, records, user, now)
    return
  }
  if (isToAuthor) await sendDown(trx, entity, ids)
  const numbers = await submissionNumbers(trx, entity, ids)
  await raiseRemarks(
    trx,
    entity,
    dealt.map(({ record, draft }) => ({
      record,
      remarks: remarksWith(draft),
      opinion,
      submissionNo: numbers.get(record.id) ?? 1,
    })),
    {
      user,
      now,
      sent: isToAuthor,
      names: await namesFor(
        trx,
        records.map(({ content }) => content),
      ),
    },
  )
}
