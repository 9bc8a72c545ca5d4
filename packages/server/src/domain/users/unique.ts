import { AccountStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import { type RawBuilder, sql } from 'kysely'
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

/** SQL condition: account `u` is a returned registration. */
export const isReturned = sql<boolean>`u.status = ${AccountStatus.cancelled} and u.review_note is not null`

/** Whose values do not count as taken. */
export interface Spared {
  userId?: number
  /** Returned registrations: of this verified phone number, or all where nothing is written. */
  returned?: { phone: string } | 'all'
}

function spare({ userId = 0, returned }: Spared): RawBuilder<boolean> {
  if (returned === undefined) return sql`u.id = ${userId}`
  const whose = returned === 'all' ? sql`true` : sql`u.phone is not distinct from ${returned.phone}`
  return sql`u.id = ${userId} or (${isReturned} and ${whose})`
}

/** Whether a value is unused by accounts or enterprises. */
export async function isUnique(
  db: Db,
  field: UniqueField,
  value: string,
  spared: Spared = {},
): Promise<boolean> {
  const isSpared = spare(spared)
  const others = {
    username: sql`select 1 from app_user u where u.username_key = ${value.toLowerCase()} and not (${isSpared})`,
    phone: sql`select 1 from app_user u where u.phone = ${value} and ${notCancelled} and not (${isSpared})`,
    creditCode: sql`select 1 from org o where o.dept_id = ${deptKinds.enterprise} and o.credit_code = ${value.toUpperCase()}
      and not exists (select 1 from app_user u where u.org_id = o.id and (${isSpared}))`,
  }[field]
  const { rows } = await sql`${others} limit 1`.execute(db)
  return rows.length === 0
}

/** Checks for conflicts early and in field order. The unique index decides races. @throws HttpError 409 */
export async function assertUnique(
  db: Db,
  field: UniqueField,
  value: string,
  spared: Spared = {},
): Promise<void> {
  if (!(await isUnique(db, field, value, spared))) throw taken(CONSTRAINTS[field])
}
