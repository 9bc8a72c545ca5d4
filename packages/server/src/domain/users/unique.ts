import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'

export type UniqueField = 'username' | 'phone' | 'creditCode'

/** Whether no account, or no enterprise, has this value yet. */
export async function isUnique(db: Db, field: UniqueField, value: string, excludeId = 0): Promise<boolean> {
  const taken = {
    username: sql`select 1 from app_user where username_key = ${value.toLowerCase()} and id <> ${excludeId}`,
    phone: sql`select 1 from app_user where phone = ${value} and id <> ${excludeId}`,
    creditCode: sql`select 1 from org o where o.dept_id = 100 and o.credit_code = ${value.toUpperCase()}
      and not exists (select 1 from app_user u where u.org_id = o.id and u.id = ${excludeId})`,
  }[field]
  const { rows } = await sql`${taken} limit 1`.execute(db)
  return rows.length === 0
}
