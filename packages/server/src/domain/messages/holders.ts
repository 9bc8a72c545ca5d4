import { type CallerCode, callerCodes } from '@xinchu/contract/rights'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'

/** The accounts of kinds of callers, as recipients. The nation's offices of a region are of its kind, too. */
export async function holdersOf(trx: Trx, codes: readonly CallerCode[]): Promise<{ users: number[] }> {
  const is = codes.map((code) => {
    const { dept, role }: { dept: readonly number[]; role?: readonly number[] } = callerCodes[code]
    const ofDept = sql<boolean>`o.dept_id = any(${[...dept]}::integer[])`
    if (!role) return ofDept
    return sql<boolean>`(${ofDept} and exists (select 1 from user_role x join role r on r.id = x.role_id
      where x.user_id = u.id and r.enabled and coalesce(r.based_on, r.id) = any(${[...role]}::integer[])))`
  })
  const { rows } = await sql<{ id: number }>`
    select u.id from app_user u join org o on o.id = u.org_id where ${sql.join(is, sql` or `)} order by u.id`.execute(
    trx,
  )
  return { users: rows.map(({ id }) => id) }
}
