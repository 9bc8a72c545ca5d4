import { ObjectionStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../../db/database.ts'
import { badRequest, conflict } from '../../../../errors.ts'
import { noteFlow } from '../../../flow/notes.ts'
import { forgetMessages } from '../../../messages/news.ts'
import { tellAll } from '../../../messages/tell.ts'
import { countHit } from '../../../rate-limit.ts'
import { isSameSecret } from '../../../tokens.ts'
import { keepPersonFrom } from '../person.ts'
import { type ObjectionRow, objectionColumns, objectionSource } from '../rows.ts'
import { withdrawnMessages } from '../tells.ts'
import { newQueryCode, queryHash, readReceiptNo } from './code.ts'
import { settledStatus } from './state.ts'
import { spendTicket } from './ticket.ts'

type Schemas = components['schemas']

/** Counts a look-up of an address: enough for a person, too few to guess. @throws HttpError 429 */
export async function countReceipt(db: Db, address: string): Promise<void> {
  await countHit(db, { key: `objection-receipt:${address}`, max: 10, seconds: 60 })
  await countHit(db, { key: `objection-receipt-hour:${address}`, max: 60, seconds: 3_600 })
}

async function find(db: Db, receiptNo: string, isLocked = false): Promise<ObjectionRow | undefined> {
  const { rows } = await sql<ObjectionRow>`
    select ${objectionColumns} from ${objectionSource} where ob.receipt_no = ${readReceiptNo(receiptNo)}
    ${isLocked ? sql`for update of ob` : sql``}`.execute(db)
  return rows[0]
}

/** The objection of a receipt and its code. @throws HttpError 400, the same for any wrong pair */
export async function ownObjection(
  db: Db,
  { receiptNo, queryCode }: Pick<Schemas['ObjectionReceiptQuery'], 'receiptNo' | 'queryCode'>,
  key: string,
): Promise<ObjectionRow> {
  const row = await find(db, receiptNo)
  const given = queryHash(readReceiptNo(receiptNo), queryCode, key)
  if (!isSameSecret(given, row?.query_hash ?? '') || !row)
    throw badRequest('E-032', '回执编号或查询码不正确', 'queryCode')
  return row
}

/** The online objection of a receipt whose telephone number the ticket proves. Uses the ticket up. @throws HttpError 400 */
async function objectionOfPhone(
  trx: Trx,
  { receiptNo, ticket }: Schemas['ObjectionRenewal'],
  key: string,
): Promise<ObjectionRow> {
  const { phoneMac } = await spendTicket(trx, ticket, key)
  const row = await find(trx, receiptNo, true)
  const person = row
    ? await trx
        .selectFrom('objection_person')
        .select('phone_mac')
        .where('objection_id', '=', row.id)
        .executeTakeFirst()
    : undefined
  // On paper anybody may have written any number.
  if (row?.channel !== 'ONLINE' || !isSameSecret(person?.phone_mac ?? '', phoneMac))
    throw badRequest('E-032', '没有以该手机号提出的这件异议', 'receiptNo')
  return row
}

/** The messages by which offices learn of an objection. */
const FORWARDING: ReadonlySet<string> = new Set(['objection.forwarded', 'objection.told'])

/** The messages of steps on an objection that wait for the end of the time for undoing. */
async function pendingMessages(trx: Trx, id: number): Promise<{ id: number; code: string }[]> {
  const { rows } = await sql<{ id: number; code: string }>`
    select m.id, m.code from review_undo u join message_push m on m.id = any(u.message_ids)
    where u.entity = 'OBJECTION' and u.records @> ${JSON.stringify([{ id }])}::text::jsonb
      and m.publish_time > now()`.execute(trx)
  return rows
}

interface Withdrawing {
  key: string
  now: Date
  undoSeconds: number
}

const { answered, withdrawn } = ObjectionStatus

/** @throws HttpError 409 if it is over. An answer that can still be undone is not disclosed. */
async function assertOpen(trx: Trx, { id, status }: ObjectionRow, undoSeconds: number): Promise<void> {
  if (status === withdrawn) throw conflict('E-031', '该异议已撤回')
  if (status !== answered) return
  const isSettled = (await settledStatus(trx, id, undoSeconds)) === answered
  throw conflict('E-031', isSettled ? '该异议已答复，不能撤回' : '正在办理，请稍后再试')
}

/** Withdraws an objection before its answer. @throws HttpError 400, 409 */
export async function withdrawObjection(
  trx: Trx,
  { reason, ...who }: Schemas['ObjectionWithdrawal'],
  { key, now, undoSeconds }: Withdrawing,
): Promise<void> {
  const row = await objectionOfPhone(trx, who, key)
  await assertOpen(trx, row, undoSeconds)
  await trx
    .updateTable('objection')
    .set({
      status: withdrawn,
      due_at: null,
      waiting_since: now.toISOString(),
      update_by: null,
      update_time: sql<string>`now()`,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', row.id)
    .execute()
  await keepPersonFrom(trx, row.id, now)
  const step = { provinceCode: row.province_code, id: row.id, action: 'WITHDRAW', opinion: reason.trim() }
  // Who objects is of no office. The history names that of the platform, which takes it in.
  const objector = { orgName: '异议人', realName: '', deptId: deptKinds.platform }
  await noteFlow(trx, { code: 'OBJECTION' }, [{ ...step, from: row.status, to: withdrawn }], objector)
  const pending = await pendingMessages(trx, row.id)
  await forgetMessages(
    trx,
    pending.map((each) => each.id),
  )
  const isForwarded = row.forward_text !== null && !pending.some((each) => FORWARDING.has(each.code))
  await tellAll(trx, await withdrawnMessages(trx, row, isForwarded))
}

/** Replaces the code of an objection. @throws HttpError 400 */
export async function renewCode(
  trx: Trx,
  who: Schemas['ObjectionRenewal'],
  key: string,
): Promise<Schemas['ObjectionQueryCode']> {
  const { id, receipt_no: receiptNo } = await objectionOfPhone(trx, who, key)
  const queryCode = newQueryCode()
  await trx
    .updateTable('objection')
    .set({ query_hash: queryHash(receiptNo, queryCode, key) })
    .where('id', '=', id)
    .execute()
  return { receiptNo, queryCode }
}
