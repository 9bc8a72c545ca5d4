import { ObjectionStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import { countWords, DEPARTURE_WORDS } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Trx } from '../../../db/database.ts'
import { badRequest, conflict } from '../../../errors.ts'
import { momentOf } from '../../../runtime/time.ts'
import type { Checker } from '../../flow/kind.ts'
import type { Step, StepContext, StepItem } from '../../flow/step.ts'
import { assertFiles } from '../../pilot-reports/evidence.ts'
import { keepPersonFrom } from './person.ts'
import { type Days, endOfDay, type LiveObjection } from './record.ts'

type Request = components['schemas']['ObjectionStep']

/** What a request says of an objection. */
export type ObjectionItem = StepItem &
  Pick<Request, 'text' | 'fileIds' | 'finding' | 'conclusion' | 'cancelReason' | 'demoCode' | 'reason'> & {
    /** Deadline of the office that it goes to, once the step is checked; null at its end. */
    dueAt?: string | null
  }

export type ObjectionTaken = Step<LiveObjection, ObjectionItem>

/** Least and most characters of each text, and what it is called. */
const TEXTS: Readonly<Record<Request['action'], readonly [least: number, most: number, caption: string]>> = {
  FORWARD: [10, 2000, '转办内容'],
  VERIFY: [20, 2000, '核实意见'],
  RETURN: [2, 500, '意见'],
  ANSWER: [20, 1000, '答复'],
  DECLINE: [5, 1000, '不予受理的理由'],
}

const lacking = (field: string, message: string) => badRequest('E-030', message, field)

/** @throws HttpError 400 unless the text has the length of its action */
function assertText({ request, item }: ObjectionTaken): void {
  const [least, most, caption] = TEXTS[request.action as Request['action']] // the actions of the call
  const count = countWords(item.text)
  if (count < least) throw lacking('text', `${caption}不少于 ${least} 字`)
  if ([...item.text].length > most) throw lacking('text', `${caption}不超过 ${most} 字`)
}

/** @throws HttpError 400 unless the answer has a conclusion, and an upheld one what cancelling needs */
function assertAnswer({ item, record }: ObjectionTaken, now: Date): void {
  const { conclusion, cancelReason, demoCode, reason } = item
  const { status, due_at, demo_code } = record.row
  if (conclusion !== 'REJECTED' && conclusion !== 'UPHELD') throw lacking('conclusion', '请选择不成立或成立')
  if (status === ObjectionStatus.forwarded) {
    if (!due_at || momentOf(due_at) >= now) throw conflict('E-030', '推荐单位的核实期限未到，不能直接答复')
    if (!reason?.trim()) throw lacking('reason', '请写明未经核实而答复的理由')
  }
  if (conclusion !== 'UPHELD') return
  if (countWords(cancelReason) < DEPARTURE_WORDS)
    throw lacking('cancelReason', `取消原因不少于 ${DEPARTURE_WORDS} 字`)
  if (demoCode !== demo_code) throw lacking('demoCode', '核对的项目编号不是该异议的项目')
}

/** @throws HttpError 400 unless the files may go with the step */
async function assertOwnFiles(
  trx: Trx,
  { request, item, record }: ObjectionTaken,
  ctx: StepContext,
): Promise<void> {
  const ids = item.fileIds ?? []
  const { evidence_ids, verify_ids } = record.row
  if (request.action === 'FORWARD' && !ids.every((id) => evidence_ids.includes(id)))
    throw lacking('fileIds', '只能转办异议人提交的证明材料')
  if (request.action === 'VERIFY')
    await assertFiles(trx, { ids, kept: verify_ids, bizType: 'OBJECTION', field: 'fileIds' }, ctx.user)
}

/** Checks whether each step says what it has to. */
export async function stepChecker(
  trx: Trx,
  _steps: readonly ObjectionTaken[],
  ctx: StepContext,
): Promise<Checker<LiveObjection, ObjectionItem>> {
  const check = async (step: ObjectionTaken): Promise<ObjectionItem> => {
    assertText(step)
    if (step.request.action === 'VERIFY' && !step.item.finding) throw lacking('finding', '请选择核实结论')
    if (step.request.action === 'ANSWER') assertAnswer(step, ctx.now)
    await assertOwnFiles(trx, step, ctx)
    const dueAt = dueOf(step.to, await daysOf(trx, step.record.row), ctx.now)
    return { ...step.item, dueAt }
  }
  return { check }
}

/** The days of the batch's publicity. */
export async function daysOf(
  trx: Trx,
  { batch_year, batch_no }: { batch_year: number; batch_no: number },
): Promise<Days> {
  const row = await trx
    .selectFrom('demo_publicity')
    .select(['forward_days', 'verify_days', 'answer_days'])
    .where('batch_year', '=', batch_year)
    .where('batch_no', '=', batch_no)
    .executeTakeFirstOrThrow()
  return { forward: row.forward_days, verify: row.verify_days, answer: row.answer_days }
}

/** The columns that a step writes, besides its state. */
function contentOf({ request, item }: ObjectionTaken) {
  switch (request.action) {
    case 'FORWARD':
      return { forward_text: item.text, forward_ids: item.fileIds ?? [] }
    case 'VERIFY':
      return { finding: item.finding ?? null, verification: item.text, verify_ids: item.fileIds ?? [] }
    case 'RETURN':
      return { last_opinion: item.text }
    case 'ANSWER':
      return {
        conclusion: item.conclusion ?? null,
        answer: item.text,
        cancel_reason: item.conclusion === 'UPHELD' ? (item.cancelReason ?? null) : null,
      }
    default:
      return { conclusion: 'DECLINED' as const, answer: item.text }
  }
}

/** The deadline of the office that an objection goes to; none at its end. */
function dueOf(to: string, days: Days, now: Date): string | null {
  if (to === ObjectionStatus.forwarded) return endOfDay(now, days.verify)
  return to === ObjectionStatus.verified ? endOfDay(now, days.answer) : null
}

async function storeStep(trx: Trx, step: ObjectionTaken, { user, now }: StepContext): Promise<number> {
  const { record, item, to } = step
  const isOver = to === ObjectionStatus.answered
  await trx
    .updateTable('objection')
    .set({
      ...contentOf(step),
      status: to as ObjectionStatus, // a state of the flow's table
      due_at: item.dueAt ? momentOf(item.dueAt).toISOString() : null,
      waiting_since: now.toISOString(),
      ...(isOver ? { answered_at: now.toISOString() } : {}),
      update_by: user.username,
      update_time: sql<string>`now()`,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', record.id)
    .execute()
  if (isOver) await keepPersonFrom(trx, record.id, now)
  return record.id
}

/** Writes the objection of a call. */
export async function storeSteps(
  trx: Trx,
  steps: readonly ObjectionTaken[],
  ctx: StepContext,
): Promise<number[]> {
  const ids: number[] = []
  for (const step of steps) ids.push(await storeStep(trx, step, ctx))
  return ids
}
