import { ObjectionStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../../db/database.ts'
import { badRequest, conflict } from '../../../../errors.ts'
import { noteFlow } from '../../../flow-notes.ts'
import { tellAll } from '../../../messages/tell.ts'
import { countHit } from '../../../rate-limit.ts'
import { type ObjectionRow, objectionColumns, objectionSource } from '../rows.ts'
import { withdrawnMessages } from '../tells.ts'
import { isSame, newQueryCode, queryHash, readReceiptNo } from './code.ts'
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
  if (!isSame(given, row?.query_hash ?? '') || !row)
    throw badRequest('E-032', '回执编号或查询码不正确', 'queryCode')
  return row
}

/** The objection of a receipt, for who has proved its telephone number. @throws HttpError 400 */
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
  if (row?.channel !== 'ONLINE' || !isSame(person?.phone_mac ?? '', phoneMac))
    throw badRequest('E-032', '没有以该手机号提出的这件异议', 'receiptNo')
  return row
}

/** Withdraws an objection before its answer. @throws HttpError 400, 409 */
export async function withdrawObjection(
  trx: Trx,
  { reason, ...who }: Schemas['ObjectionWithdrawal'],
  { key, now }: { key: string; now: Date },
): Promise<void> {
  const row = await objectionOfPhone(trx, who, key)
  const { answered, withdrawn } = ObjectionStatus
  if (row.status === answered || row.status === withdrawn)
    throw conflict('E-031', row.status === answered ? '该异议已答复，不能撤回' : '该异议已撤回')
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
  await sql`update objection_person set keep_until = (${now.toISOString()}::timestamptz + interval '3 years')::date
    where objection_id = ${row.id}`.execute(trx)
  const step = { provinceCode: row.province_code, id: row.id, action: 'WITHDRAW', opinion: reason.trim() }
  // Who objects is of no office. The history names that of the platform, which takes it in.
  const objector = { orgName: '异议人', realName: '', deptId: deptKinds.platform }
  await noteFlow(trx, 'OBJECTION', [{ ...step, from: row.status, to: withdrawn }], objector)
  await tellAll(trx, await withdrawnMessages(trx, row))
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
