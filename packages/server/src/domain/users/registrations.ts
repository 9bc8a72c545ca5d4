import type { Readable } from 'node:stream'
import { AccountStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { all, containing } from '../../db/sql.ts'
import type { Transact } from '../../db/transaction.ts'
import { badRequest, conflict, missing } from '../../errors.ts'
import { workbookStream } from '../../workbook/index.ts'
import { type Caller, codeOf } from '../caller.ts'
import { release } from '../files/keep.ts'
import { listLine } from '../list-line.ts'
import { inRegion } from '../org/reach.ts'
import { reply } from '../reply.ts'
import { loadRowLabels, rowCells } from '../row-columns.ts'
import type { Draft } from '../sms/outbox.ts'
import type { SmsOutbox } from '../sms/runner.ts'
import { userColumns } from './export.ts'
import { proofsOf } from './proofs.ts'
import { listAccounts, pageAccounts, requireUser, userInfo } from './query.ts'
import { waitsFor } from './reviewing-office.ts'
import { isReturned } from './unique.ts'

type Schemas = components['schemas']
type Query = NonNullable<operations['listRegistrations']['parameters']['query']>

const everyone = sql<boolean>`true`

/** SQL condition: enterprise account `u` (office `o`, division `r`) whose registration the caller reviews. */
export function reviewedBy(user: Caller): RawBuilder<boolean> {
  const isEnterprise = sql<boolean>`o.dept_id = ${deptKinds.enterprise}`
  const place = codeOf(user) === 'CNT' ? sql<boolean>`r.county_code = ${user.countyCode ?? ''}` : everyone
  return all([isEnterprise, place])
}

const STATES = {
  pending: sql<boolean>`u.status = ${AccountStatus.pending}`,
  returned: isReturned,
}

/** SQL conditions of the list of registrations. */
function matching(query: Query, user: Caller): RawBuilder<boolean>[] {
  const { state = 'pending', mine, keyword, regionCode, waitingDays } = query
  const parts = [reviewedBy(user), STATES[state]]
  if (mine) parts.push(waitsFor(user))
  if (keyword) {
    const pattern = containing(keyword)
    parts.push(sql<boolean>`(u.username ilike ${pattern} or o.org_name like ${pattern}
      or o.credit_code ilike ${pattern})`)
  }
  if (regionCode) parts.push(inRegion(regionCode))
  if (waitingDays !== undefined)
    parts.push(sql<boolean>`u.submit_time <= now() - make_interval(days => ${waitingDays}::integer)`)
  return parts
}

/** SQL query: name of the enterprise and start of the wait of each registration that waits for the caller's office. */
export const registrationsFor = (user: Caller): RawBuilder<unknown> => sql`
  select o.org_name as title, o.org_name as office, u.submit_time as since
  from app_user u join org o on o.id = u.org_id left join region r on r.code = o.region_code
  where ${reviewedBy(user)} and ${STATES.pending} and ${waitsFor(user)}`

/** Returns waiting or returned registrations. */
export const pageRegistrations = (db: Db, query: Query, user: Caller): Promise<Schemas['UserPage']> =>
  pageAccounts(db, matching(query, user), query)

/** Writes the list of registrations under its conditions. */
export async function exportRegistrations(db: Db, query: Query, user: Caller, now: Date): Promise<Readable> {
  const { sort } = query
  const rows = await listAccounts(db, matching(query, user), { ...(sort ? { sort } : {}), limit: 100_000 })
  const labels = await loadRowLabels(db)
  return workbookStream({
    name: '注册审核',
    lead: [listLine('注册审核', rows.length, now)],
    columns: userColumns,
    rows: rows.map((row) => rowCells(userColumns, userInfo(row), labels)),
  })
}

const plainName = (column: string) =>
  sql`regexp_replace(${sql.ref(column)}, '(股份|有限|责任|公司|集团|[（）()\\s])', '', 'g')`

/** Enterprises whose name without the usual words contains the other's, or is contained in it. */
async function similarTo(db: Db, orgId: number | null): Promise<Schemas['SimilarCompany'][]> {
  const { rows } = await sql<{
    id: number
    org_name: string
    credit_code: string | null
    name: string | null
  }>`
    select o.id, o.org_name, o.credit_code, r.name from org m join org o on o.dept_id = m.dept_id and o.id <> m.id
      left join region r on r.code = o.region_code
    where m.id = ${orgId} and length(${plainName('o.org_name')}) > 3 and length(${plainName('m.org_name')}) > 3
      and (strpos(${plainName('o.org_name')}, ${plainName('m.org_name')}) > 0
        or strpos(${plainName('m.org_name')}, ${plainName('o.org_name')}) > 0)
    order by o.id limit 10`.execute(db)
  return rows.map((row) =>
    reply({ id: row.id, orgName: row.org_name, creditCode: row.credit_code, regionName: row.name }),
  )
}

/** Returns a registration with its proof and similar companies. @throws HttpError 404 out of scope */
export async function registrationDetail(
  db: Db,
  id: number,
  user: Caller,
): Promise<Schemas['RegistrationDetail']> {
  const row = await requireUser(db, id, reviewedBy(user))
  return { user: userInfo(row), proofs: await proofsOf(db, id), similar: await similarTo(db, row.org_id) }
}

/**
 * Confirms or returns a registration, and notifies the registrant by text message if there is a gateway.
 * @throws HttpError 400 without a reason, 404 out of scope, 409 if already reviewed
 */
export async function reviewRegistration(
  { change, sms }: { change: Transact; sms: SmsOutbox | undefined },
  { id, pass, reason = '' }: Schemas['RegistrationReview'],
  user: Caller,
): Promise<Schemas['User']> {
  const note = reason.trim()
  if (!pass && note === '') throw missing('reason', '退回原因')
  const reviewed = await change(async (trx) => {
    const row = await requireUser(trx, id, reviewedBy(user))
    const isWaiting = row.status === AccountStatus.pending
    if (pass && isWaiting && note === '' && row.license_file_id === null)
      throw badRequest('A-026', '未上传营业执照，请写明核实方式', 'reason')
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
    // The log-in also shows the outcome, so the review holds without a gateway.
    if (sms && row.phone)
      await sms.post(trx, outcomeMessage(row.phone, row.username, pass ? undefined : note))
    return userInfo(await requireUser(trx, id))
  })
  sms?.wake()
  return reviewed
}

/** @param note why it was returned; undefined if it passed */
function outcomeMessage(phone: string, username: string, note: string | undefined): Draft {
  if (note === undefined)
    return {
      ...{ phone, template: 'registration-passed' as const, params: { username } },
      text: `您的账号${username}已通过审核，可以登录。`,
    }
  return {
    ...{ phone, template: 'registration-returned' as const, params: { reason: note } },
    text: `您的注册申请未通过审核：${note}。请更正后再次提交。`,
  }
}

/**
 * Removes the returned registrations of a verified phone number with their proofs, so that their owner can register
 * again. A name or a credit code proves nothing: anybody may know them.
 */
export async function removeReturned(trx: Trx, phone: string, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number; org_id: number }>`
    select u.id, u.org_id from app_user u join org o on o.id = u.org_id
    where ${isReturned} and o.dept_id = ${deptKinds.enterprise} and u.phone = ${phone} for update of u`.execute(
    trx,
  )
  const ids = rows.map(({ id }) => id)
  const offices = rows.map(({ org_id }) => org_id)
  if (ids.length === 0) return
  await sql`delete from user_role where user_id = any(${ids}::bigint[])`.execute(trx)
  await sql`delete from auth_session where user_id = any(${ids}::bigint[])`.execute(trx)
  await sql`delete from login_log where user_id = any(${ids}::bigint[])`.execute(trx)
  await sql`delete from app_user where id = any(${ids}::bigint[])`.execute(trx)
  await sql`delete from org where id = any(${offices}::bigint[])
    and not exists (select 1 from app_user u where u.org_id = org.id)`.execute(trx)
  const { rows: proofs } = await sql<{ storage_key: string }>`
    delete from file_info where biz_type = 'USER_AUTH' and biz_id = any(${ids}::bigint[]) returning storage_key`.execute(
    trx,
  )
  await release(
    trx,
    proofs.map(({ storage_key }) => storage_key),
    now,
  )
}
