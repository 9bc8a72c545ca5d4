import type { components } from '@xinchu/contract/schema'
import type { RuleCode } from '@xinchu/validators'
import type { Db, Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { reviewedProject, shape } from '../kinds/project/record.ts'
import { closeOwnLevel } from '../review/deal.ts'
import { dropDrafts } from '../review/drafts.ts'
import { raiseRemarks } from '../review/raise.ts'
import type { Reviewed } from '../review/record-kind.ts'
import { isOpenRemark, unsettledOf } from '../review/remark-rules.ts'
import {
  answerWhole,
  mayAskAgain,
  NOT_AGAIN,
  openRemarksMessage,
  type RemarkRow,
  remarksOf,
  sendDown,
  unsettledMessage,
} from '../review/remarks.ts'
import { storeMissing, storeSubmissions, submissionNumbers } from '../review/submissions.ts'
import { namesFor, specAt } from '../review/words.ts'
import type { Fault, Refusal } from './faults.ts'
import { type OpenPair, openPairs, reasonsOf, storePassReasons } from './pass-reasons.ts'
import type { PlannedMove } from './planned-move.ts'
import type { ProjectRow } from './query.ts'
import { isReturn } from './states.ts'

type FlowRequest = components['schemas']['FlowRequest']

const refused = (code: RuleCode, message: string, errors: Fault[] = []): Refusal => ({
  code,
  message,
  ...(errors.length > 0 ? { errors } : {}),
})

/** Remarks that the submitting office still has to deal with: the province those of the nation, the author the others. */
const openOf = (remarks: readonly RemarkRow[], { target, opinion }: FlowRequest): RemarkRow[] =>
  remarks.filter(
    (remark) =>
      remark.sent === (target !== 'country') &&
      isOpenRemark(remark) &&
      !(remark.field === null && opinion?.trim()),
  )

function submissionRefusal(remarks: readonly RemarkRow[], request: FlowRequest): Refusal | undefined {
  const open = openOf(remarks, request)
  if (open.length === 0) return undefined
  return refused(
    'W-028',
    openRemarksMessage(open),
    open.map(({ field, field_label, text }) => ({
      field: field ?? 'opinion',
      caption: field_label,
      message: `意见待处理：${text}`,
    })),
  )
}

function remarksRefusal(
  row: ProjectRow,
  request: FlowRequest,
  remarks: readonly RemarkRow[],
  user: Caller,
): Refusal | undefined {
  const drafts = request.remarks?.find(({ id }) => id === row.id)?.remarks ?? []
  const wrong = drafts.find(
    ({ field, remarkId }) =>
      (field !== undefined && !specAt(shape, field)) ||
      (remarkId !== undefined && !remarks.some(({ id }) => id === remarkId)),
  )
  if (!wrong)
    return mayAskAgain(drafts, remarks, reviewedProject(row, user), user)
      ? undefined
      : refused('W-031', NOT_AGAIN, [{ field: 'remarks', message: NOT_AGAIN }])
  const message = wrong.remarkId === undefined ? `没有“${wrong.field ?? ''}”这一项` : '再问的意见不存在'
  return refused('W-031', message, [{ field: 'remarks', message }])
}

/** Refusals by the review: open remarks, duplicates passed without a reason, remarks on fields that do not exist. */
export async function reviewRefusals(
  db: Db,
  rows: readonly ProjectRow[],
  request: FlowRequest,
  user: Caller,
): Promise<Map<number, Refusal>> {
  const { action, closeRemarks } = request
  const refusals = new Map<number, Refusal>()
  if (rows.length === 0 || action === 'WITHDRAW') return refusals
  const ids = rows.map(({ id }) => id)
  const remarks = await remarksOf(db, 'PROJECT', ids)
  const pairs = action === 'PASS' ? await openPairs(db, ids) : new Map<number, OpenPair[]>()
  const reasons = reasonsOf(request)
  for (const row of rows) {
    const own = remarks.get(row.id) ?? []
    const refusal =
      action === 'SUBMIT'
        ? submissionRefusal(own, request)
        : isReturn(action)
          ? remarksRefusal(row, request, own, user)
          : undefined
    if (refusal) refusals.set(row.id, refusal)
    if (action !== 'PASS') continue
    const unsettled = unsettledOf(own, user)
    if (unsettled.length > 0 && !closeRemarks)
      refusals.set(row.id, refused('W-029', unsettledMessage(unsettled.length)))
    const [pair] = pairs.get(row.id) ?? []
    if (pair && !reasons.has(row.id)) {
      const message = `与“${pair.other_name}”疑似重复（${pair.score} 分）未判定，请先判定，或写明通过的理由`
      refusals.set(row.id, refused('W-030', message, [{ field: 'passReasons', message }]))
    }
  }
  return refusals
}

/** Warnings of each submitted project, by id. */
export type Warnings = ReadonlyMap<number, readonly Fault[]>

function submittedWarnings(id: number, warnings: Warnings, { warningReasons = [] }: FlowRequest) {
  return (warnings.get(id) ?? []).map(({ field, caption, code, message }) => {
    const reason = warningReasons.find((each) => each.id === id && each.field === field)?.reason
    return {
      field,
      message,
      ...(caption ? { fieldLabel: caption } : {}),
      ...(code ? { code } : {}),
      ...(reason ? { reason } : {}),
    }
  })
}

/** Raises the remarks of records that were returned. */
async function raiseOf(
  trx: Trx,
  records: readonly Reviewed[],
  { remarks = [], opinion = '' }: Pick<FlowRequest, 'remarks' | 'opinion'>,
  by: { user: Caller; now: Date; sent: boolean },
): Promise<void> {
  const ids = records.map(({ id }) => id)
  const numbers = await submissionNumbers(trx, 'PROJECT', ids)
  const returned = records.map((record) => ({
    record,
    remarks: remarks.find(({ id }) => id === record.id)?.remarks ?? [],
    opinion,
    submissionNo: numbers.get(record.id) ?? 1,
  }))
  const contents = records.map(({ content }) => content)
  await raiseRemarks(trx, 'PROJECT', returned, { ...by, names: await namesFor(trx, contents) })
}

/** Stores the submissions, remarks and reasons of moves. */
export async function writeReview(
  trx: Trx,
  moves: readonly PlannedMove[],
  request: FlowRequest,
  { user, now, warnings }: { user: Caller; now: Date; warnings: Warnings },
): Promise<void> {
  const { action, target, opinion = '' } = request
  const records = moves.map(({ row }) => reviewedProject(row, user))
  const ids = records.map(({ id }) => id)
  const isCountry = target === 'country'
  if (action === 'WITHDRAW') return
  await dropDrafts(trx, 'PROJECT', ids, user)
  if (action === 'SUBMIT') {
    const answer = opinion.trim()
    const answers = new Map(answer ? ids.map((id) => [id, answer]) : [])
    await answerWhole(trx, 'PROJECT', answers, { user, now, sent: !isCountry })
    if (!isCountry)
      await storeSubmissions(
        trx,
        'PROJECT',
        records.map((record) => ({ record, warnings: submittedWarnings(record.id, warnings, request) })),
        user,
      )
    return
  }
  await storeMissing(trx, 'PROJECT', records)
  if (action === 'PASS') {
    await closeOwnLevel(trx, 'PROJECT', records, user, now)
    await storePassReasons(trx, ids, request, user)
    return
  }
  if (action === 'REOPEN') await sendDown(trx, 'PROJECT', ids)
  await raiseOf(trx, records, request, { user, now, sent: !isCountry })
}
