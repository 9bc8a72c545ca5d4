import { MessageTarget } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { anyone, captchaFor, file, SMS_CODE, ticketFor } from '../support/filing.ts'
import { ANSWERED, FORWARDED, publicised, step, VERIFIED } from '../support/objections.ts'
import { refusal } from '../support/refusal.ts'

const PHONE = '13700001111'
const REASON = '已与申报单位核对清楚'
let rig: Rig

beforeAll(async () => {
  rig = await startRig({ config: { smsCode: SMS_CODE, undoSeconds: 600 }, sms: async () => undefined })
})
beforeEach(async () => {
  await rig.db.deleteFrom('rate_limit').execute()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

async function filed() {
  const { ids } = await publicised(rig)
  const receipt = await file(rig, ids[0] ?? 0, PHONE)
  const { id } = await rig.db
    .selectFrom('objection')
    .select('id')
    .where('receipt_no', '=', receipt.receiptNo)
    .executeTakeFirstOrThrow()
  return { ...receipt, id }
}
type Own = Awaited<ReturnType<typeof filed>>

const read = async ({ receiptNo, queryCode }: Own) =>
  anyone(rig).demoReview.getFiledObjection({ receiptNo, queryCode, ...(await captchaFor(rig)) })

async function withdraw({ receiptNo }: Own): Promise<void> {
  const ticket = await ticketFor(rig, PHONE)
  await anyone(rig).demoReview.withdrawObjection({ receiptNo, ticket, reason: REASON })
}

/** Makes the steps of an objection older than the time for undoing them. */
const settle = ({ id }: Own) =>
  sql`update flow_history set time = time - interval '1 hour' where biz_type = 'OBJECTION' and biz_id = ${id}`.execute(
    rig.db,
  )

/** The entries of all messages since one, with whether they are for offices. */
async function toldSince(last: number): Promise<string[]> {
  const { rows } = await sql<{ code: string; is_for_offices: boolean }>`
    select code, target_type = ${MessageTarget.offices} as is_for_offices from message_push
    where id > ${last} and code like 'objection.%' order by id`.execute(rig.db)
  return rows.map(({ code, is_for_offices }) => `${code}${is_for_offices ? ' to offices' : ''}`)
}

const lastMessage = async () =>
  (await sql<{ last: number }>`select max(id) as last from message_push`.execute(rig.db)).rows[0]?.last ?? 0

test('the objector does not learn of an answer that can still be undone', async () => {
  const own = await filed()
  await step(rig, 'nation', own.id, { action: 'DECLINE', text: '所提内容与该项目无关，不予受理。' })
  expect(await read(own)).toMatchObject({ statusLabel: '待转办', mayWithdraw: true })
  expect(await refusal(withdraw(own))).toEqual({ status: 409, message: '正在办理，请稍后再试' })
  await settle(own)
  expect(await read(own)).toMatchObject({ conclusionLabel: '不予受理', mayWithdraw: false })
  expect(await refusal(withdraw(own))).toEqual({ status: 409, message: '该异议已答复，不能撤回' })
})

test('an objection that is withdrawn before its forwarding was delivered is told to no office', async () => {
  const own = await filed()
  const last = await lastMessage()
  await step(rig, 'platform', own.id, { action: 'FORWARD', text: FORWARDED })
  expect(await toldSince(last)).toEqual(['objection.forwarded to offices', 'objection.told to offices'])
  await withdraw(own)
  expect(await toldSince(last)).toEqual(['objection.withdrawn'])
})

test('offices that were told of an objection are told that it is withdrawn, and not of later steps', async () => {
  const own = await filed()
  await step(rig, 'platform', own.id, { action: 'FORWARD', text: FORWARDED })
  await sql`update message_push set publish_time = now() where code like 'objection.%'`.execute(rig.db)
  const last = await lastMessage()
  await step(rig, 'province_nx', own.id, { action: 'VERIFY', finding: 'REFUTED', text: VERIFIED })
  await withdraw(own)
  expect(await toldSince(last)).toEqual(['objection.withdrawn', 'objection.withdrawn to offices'])
  expect(
    (await refusal(step(rig, 'nation', own.id, { action: 'ANSWER', conclusion: 'REJECTED', text: ANSWERED })))
      ?.status,
  ).toBe(409)
})
