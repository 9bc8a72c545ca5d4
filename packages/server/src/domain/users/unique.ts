import { AccountStatus } from '@xinchu/sdk/codes'
import { deptKinds } from '@xinchu/sdk/rights'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { taken, type UniqueConstraint } from '../../db/unique.ts'

export type UniqueField = 'username' | 'phone' | 'creditCode'

const CONSTRAINTS: Readonly<Record<UniqueField, UniqueConstraint>> = {
  username: 'app_user_username_key_key',
  phone: 'app_user_phone',
  creditCode: 'org_enterprise_code',
}

/** SQL condition: the account's phone number is in use. */
export const notCancelled = sql<boolean>`status <> ${AccountStatus.cancelled}`

/** Whether a value is unused by accounts or enterprises. Returned registrations do not count. */
export async function isUnique(db: Db, field: UniqueField, value: string, excludeId = 0): Promise<boolean> {
  const others = {
    username: sql`select 1 from app_user where username_key = ${value.toLowerCase()} and id <> ${excludeId}
      and not (status = ${AccountStatus.cancelled} and review_note is not null)`,
    phone: sql`select 1 from app_user where phone = ${value} and ${notCancelled} and id <> ${excludeId}`,
    creditCode: sql`select 1 from org o where o.dept_id = ${deptKinds.enterprise} and o.credit_code = ${value.toUpperCase()}
      and not exists (select 1 from app_user u where u.org_id = o.id
        and (u.id = ${excludeId} or (u.status = ${AccountStatus.cancelled} and u.review_note is not null)))`,
  }[field]
  const { rows } = await sql`${others} limit 1`.execute(db)
  return rows.length === 0
}

/** Checks for conflicts early and in field order. The unique index decides races. @throws HttpError 409 */
export async function assertUnique(db: Db, field: UniqueField, value: string, excludeId = 0): Promise<void> {
  if (!(await isUnique(db, field, value, excludeId))) throw taken(CONSTRAINTS[field])
}
