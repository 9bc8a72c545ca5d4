import { AccountStatus } from '@xinchu/sdk/codes'
import { deptKinds } from '@xinchu/sdk/rights'
import type { components, operations } from '@xinchu/sdk/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { all, containing } from '../../db/sql.ts'
import type { Transact } from '../../db/transaction.ts'
import { conflict, missing } from '../../errors.ts'
import { type Caller, codeOf } from '../caller.ts'
import { pageOf, requireUser, userInfo } from './query.ts'
import type { SmsSender } from './sms.ts'

type Schemas = components['schemas']
type Query = NonNullable<operations['listRegistrations']['parameters']['query']>

const everyone = sql<boolean>`true`

/** SQL condition: enterprise account `u` (office `o`, division `r`) whose registration the caller reviews. */
function reviewedBy(user: Caller): RawBuilder<boolean> {
  const isEnterprise = sql<boolean>`o.dept_id = ${deptKinds.enterprise}`
  const place = codeOf(user) === 'CNT' ? sql<boolean>`r.county_code = ${user.countyCode ?? ''}` : everyone
  return all([isEnterprise, place])
}

const STATES = {
  pending: sql<boolean>`u.status = ${AccountStatus.pending}`,
  returned: sql<boolean>`u.status = ${AccountStatus.cancelled} and u.review_note is not null`,
}

/** Returns waiting or returned registrations. */
export async function pageRegistrations(db: Db, query: Query, user: Caller): Promise<Schemas['UserPage']> {
  const parts = [reviewedBy(user), STATES[query.state ?? 'pending']]
  if (query.keyword) {
    const pattern = containing(query.keyword)
    parts.push(sql<boolean>`(u.username ilike ${pattern} or o.org_name like ${pattern}
      or o.credit_code ilike ${pattern})`)
  }
  return pageOf(db, parts, query)
}

/**
 * Confirms or returns a registration, and notifies the registrant by text message if there is a gateway.
 * @throws HttpError 400 without a reason, 404 out of scope, 409 if already reviewed
 */
export async function reviewRegistration(
  { change, sms }: { change: Transact; sms: SmsSender | undefined },
  { id, pass, reason = '' }: Schemas['RegistrationReview'],
  user: Caller,
): Promise<Schemas['User']> {
  const note = reason.trim()
  if (!pass && note === '') throw missing('reason', '退回原因')
  const { row, reviewed } = await change(async (trx) => {
    const row = await requireUser(trx, id, reviewedBy(user))
    const changed = await trx
      .updateTable('app_user')
      .set({
        status: pass ? AccountStatus.active : AccountStatus.cancelled,
        review_note: pass ? null : note,
        version: sql`version + 1`,
        update_by: user.username,
        update_time: sql`now()`,
      })
      .where('id', '=', id)
      .where('status', '=', AccountStatus.pending)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw conflict('A-019', '该账号不在待审核状态')
    return { row, reviewed: userInfo(await requireUser(trx, id)) }
  })
  const text = pass
    ? `您的账号${row.username}已通过审核，可以登录。`
    : `您的注册申请未通过审核：${note}。请更正后重新注册。`
  // Sent after the commit, because a clash runs the transaction again. The review holds even if the message is not delivered, because the log-in also shows its outcome.
  if (sms && row.phone) void sms(row.phone, text).catch(() => undefined)
  return reviewed
}

/** Removes returned registrations that use this name, phone or credit code, so that their owner can register again. */
export async function removeReturned(
  trx: Trx,
  form: { username: string; phone: string; creditCode: string },
): Promise<void> {
  const { rows } = await sql<{ id: number; org_id: number }>`
    select u.id, u.org_id from app_user u join org o on o.id = u.org_id
    where u.status = ${AccountStatus.cancelled} and u.review_note is not null and o.dept_id = ${deptKinds.enterprise}
      and (u.username_key = ${form.username.toLowerCase()} or u.phone = ${form.phone}
        or o.credit_code = ${form.creditCode.toUpperCase()}) for update of u`.execute(trx)
  const ids = rows.map(({ id }) => id)
  const offices = rows.map(({ org_id }) => org_id)
  if (ids.length === 0) return
  await sql`delete from user_role where user_id = any(${ids}::bigint[])`.execute(trx)
  await sql`delete from app_user where id = any(${ids}::bigint[])`.execute(trx)
  await sql`delete from org where id = any(${offices}::bigint[])
    and not exists (select 1 from app_user u where u.org_id = org.id)`.execute(trx)
}
