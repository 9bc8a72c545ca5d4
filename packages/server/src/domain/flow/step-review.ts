import type { components } from '@xinchu/contract/schema'
import type { ReviewedKind } from '@xinchu/validators'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { closeOwnLevel } from '../remarks/close.ts'
import { dropDrafts } from '../remarks/drafts.ts'
import { raiseRemarks } from '../remarks/raise.ts'
import type { Reviewed } from '../remarks/reviewed.ts'
import { isOpenRemark, stateAfterWriting, unsettledOf } from '../remarks/rules.ts'
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
} from '../remarks/store.ts'
import {
  type StoredWarning,
  storeMissing,
  storeSubmissions,
  submissionNumbers,
} from '../submissions/store.ts'
import { namesFor, specAt, valueAt } from '../values/words.ts'
import { ItemRefusal, refuse } from './problem.ts'
import type { FlowAction, FlowStep } from './table.ts'

/** Review properties of an item in a request. */
type Draft = Pick<components['schemas']['GeneralItemDraft'], 'answer' | 'remarks'>

/** The parts of a request that concern the review. */
export interface ReportRequest {
  action: FlowAction
  opinion?: string | undefined
  closeRemarks?: boolean | undefined
}

type Line = FlowStep<string, string>

/** The answer to remarks on the whole record: the item's own, or the request's opinion. */
const answerOf = ({ answer }: Draft, { opinion }: ReportRequest) => answer?.trim() || opinion?.trim() || ''

/** The refusal of a submission with remarks that were not dealt with. */
const unanswered = (open: readonly RemarkRow[]): ItemRefusal =>
  new ItemRefusal(
    [
      {
        status: 409,
        field: open[0]?.field ?? 'answer',
        code: 'W-028',
        message: openRemarksMessage(open),
      },
    ],
    open.map(({ field, field_label, text }) => ({
      field: field ?? 'opinion',
      caption: field_label,
      message: `意见待处理：${text}`,
    })),
  )

/** @throws ItemRefusal for remarks on fields that do not exist, or in threads that the record does not have */
function assertPlaces(
  record: Reviewed,
  { remarks: drafts = [] }: Draft,
  remarks: readonly RemarkRow[],
): void {
  const wrong = drafts.find(
    ({ field, remarkId }) =>
      (field !== undefined && !specAt(record.shape, field)) ||
      (remarkId !== undefined && !remarks.some(({ id }) => id === remarkId)),
  )
  if (!wrong) return
  const message = wrong.remarkId === undefined ? `没有“${wrong.field ?? ''}”这一项` : '再问的意见不存在'
  throw refuse(400, { code: 'W-031', message }, 'remarks')
}

/**
 * Refuses the submission of a report with open remarks, the pass of one whose remarks are not closed, and remarks on
 * fields that do not exist or in threads of a higher level.
 * @throws ItemRefusal
 */
export function assertReview(
  record: Reviewed,
  draft: Draft,
  request: ReportRequest,
  { remarks, user, line }: { remarks: readonly RemarkRow[]; user: Caller; line: Line },
): void {
  const { action, closeRemarks } = request
  const isReply = line.answers === true
  const written = (remark: RemarkRow) => ({
    status: stateAfterWriting(remark, valueAt(record.content, remark.field)),
  })
  if (action === 'SUBMIT' || isReply) {
    const open = remarks.filter(
      (remark) =>
        remark.sent !== isReply &&
        isOpenRemark(line.writes ? written(remark) : remark) &&
        !(remark.field === null && answerOf(draft, request)),
    )
    if (open.length > 0) throw unanswered(open)
  }
  if (line.decides && !line.returns && action !== 'SUBMIT' && !closeRemarks) {
    const own = unsettledOf(remarks, user)
    if (own.length > 0 && !isReply)
      throw refuse(409, { code: 'W-029', message: unsettledMessage(own.length) })
  }
  if (!line.returns) return
  assertPlaces(record, draft, remarks)
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
  entity: ReviewedKind,
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
 * @param line their line of the flow's table
 */
export async function writeReportReview(
  trx: Trx,
  entity: ReviewedKind,
  dealt: readonly Dealt[],
  request: ReportRequest,
  { user, now, line }: { user: Caller; now: Date; line: Line },
): Promise<void> {
  if (dealt.length === 0) return
  const { action, opinion = '' } = request
  const records = dealt.map(({ record }) => record)
  const ids = records.map(({ id }) => id)
  if (line.writes) await renewRemarks(trx, entity, records)
  if (action !== 'SUBMIT' && !line.decides && !line.returns) return
  const isReply = line.answers === true
  if (action === 'SUBMIT' && !isReply) {
    await answerItems(trx, entity, dealt, request, { user, now, sent: true })
    await storeSubmissions(trx, entity, dealt, user)
    return
  }
  await dropDrafts(trx, entity, ids, user)
  if (action !== 'SUBMIT') await storeMissing(trx, entity, records)
  if (isReply) await answerItems(trx, entity, dealt, request, { user, now, sent: false })
  if (!line.returns) {
    if (action !== 'SUBMIT') await closeOwnLevel(trx, entity, records, user, now)
    return
  }
  if (line.sendsDown) await sendDown(trx, entity, ids)
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
      sent: line.returns === 'author',
      names: await namesFor(
        trx,
        records.map(({ content }) => content),
      ),
    },
  )
}
