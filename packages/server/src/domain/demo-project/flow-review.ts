import type { RuleCode } from '@xinchu/validators'
import type { Db, Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { closeOwnLevel } from '../review/deal.ts'
import { dropDrafts } from '../review/drafts.ts'
import { raiseRemarks } from '../review/raise.ts'
import { findReviewed, SHAPES } from '../review/records.ts'
import { isOpenRemark, unsettledOf } from '../review/remark-rules.ts'
import {
  answerWhole,
  mayAskAgain,
  NOT_AGAIN,
  openRemarksMessage,
  type RemarkRow,
  remarksOf,
  unsettledMessage,
} from '../review/remarks.ts'
import { storeMissing, storeSubmissions, submissionNumbers } from '../review/submissions.ts'
import { namesFor, specAt } from '../review/words.ts'
import type { DemoFlowRequest, DemoRefusal } from './flow-request.ts'
import type { DemoRecord } from './query.ts'

const refused = (code: RuleCode, message: string, field?: string): DemoRefusal => ({
  code,
  message,
  ...(field ? { errors: [{ field, message }] } : {}),
})

/** Remarks that the applicant still has to deal with. An opinion answers those on the whole. */
const openOf = (remarks: readonly RemarkRow[], { opinion }: DemoFlowRequest): RemarkRow[] =>
  remarks.filter((remark) => isOpenRemark(remark) && !(remark.field === null && opinion?.trim()))

/** Refusals by the review: open remarks, unsettled ones, remarks on fields that do not exist. */
export async function reviewRefusals(
  db: Db,
  rows: readonly DemoRecord[],
  request: DemoFlowRequest,
  user: Caller,
): Promise<Map<number, DemoRefusal>> {
  const { action, closeRemarks } = request
  const refusals = new Map<number, DemoRefusal>()
  if (rows.length === 0 || !['SUBMIT', 'PASS', 'ACCEPT', 'RETURN'].includes(action)) return refusals
  const ids = rows.map(({ id }) => id)
  const remarks = await remarksOf(db, 'DEMO', ids)
  const records = new Map((await findReviewed(db, 'DEMO', ids, user)).map((record) => [record.id, record]))
  for (const { id } of rows) {
    const own = remarks.get(id) ?? []
    const drafts = request.remarks?.find((each) => each.id === id)?.remarks ?? []
    const record = records.get(id)
    const open = action === 'SUBMIT' ? openOf(own, request) : []
    const unsettled = action === 'PASS' || action === 'ACCEPT' ? unsettledOf(own, user) : []
    const wrong = drafts.find(
      ({ field, remarkId }) =>
        (field !== undefined && !specAt(SHAPES.DEMO, field)) ||
        (remarkId !== undefined && !own.some((remark) => remark.id === remarkId)),
    )
    if (open.length > 0)
      refusals.set(id, refused('W-028', openRemarksMessage(open), open[0]?.field ?? 'opinion'))
    else if (unsettled.length > 0 && !closeRemarks)
      refusals.set(id, refused('W-029', unsettledMessage(unsettled.length)))
    else if (action === 'RETURN' && wrong)
      refusals.set(id, refused('W-031', `没有“${wrong.field ?? ''}”这一项`, 'remarks'))
    else if (action === 'RETURN' && record && !mayAskAgain(drafts, own, record, user))
      refusals.set(id, refused('W-031', NOT_AGAIN, 'remarks'))
  }
  return refusals
}

/** Stores the submissions and remarks of steps, before the states change. */
export async function writeReview(
  trx: Trx,
  ids: readonly number[],
  request: DemoFlowRequest,
  { user, now }: { user: Caller; now: Date },
): Promise<void> {
  const { action, opinion = '' } = request
  if (!['SUBMIT', 'PASS', 'ACCEPT', 'RETURN'].includes(action)) return
  const records = await findReviewed(trx, 'DEMO', ids, user)
  if (action === 'SUBMIT') {
    const answers = new Map(opinion.trim() ? ids.map((id) => [id, opinion.trim()]) : [])
    await answerWhole(trx, 'DEMO', answers, { user, now, sent: true })
    await storeSubmissions(
      trx,
      'DEMO',
      records.map((record) => ({ record, warnings: [] })),
      user,
    )
    return
  }
  await dropDrafts(trx, 'DEMO', ids, user)
  await storeMissing(trx, 'DEMO', records)
  if (action !== 'RETURN') {
    await closeOwnLevel(trx, 'DEMO', records, user, now)
    return
  }
  const numbers = await submissionNumbers(trx, 'DEMO', ids)
  const names = await namesFor(
    trx,
    records.map(({ content }) => content),
  )
  await raiseRemarks(
    trx,
    'DEMO',
    records.map((record) => ({
      record,
      remarks: request.remarks?.find(({ id }) => id === record.id)?.remarks ?? [],
      opinion,
      submissionNo: numbers.get(record.id) ?? 1,
    })),
    { user, now, names, sent: true },
  )
}
