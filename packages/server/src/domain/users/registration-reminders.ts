import { AccountStatus } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { tellEach } from '../messages/tell.ts'

/**
 * Reminds the county of registrations that have waited for some days, again after as many days. One message names all
 * of a county's registrations.
 * @returns the number of reminded counties
 */
export async function remindReviewers(trx: Trx, { now, days }: { now: Date; days: number }): Promise<number> {
  const before = new Date(now.getTime() - days * 86_400_000).toISOString()
  const { rows } = await sql<{ offices: number[]; count: number; oldest: string }>`
    with due as (
      update app_user u set reviewer_reminded = ${now.toISOString()} from org o
      where o.id = u.org_id and u.status = ${AccountStatus.pending} and u.submit_time <= ${before}
        and (u.reviewer_reminded is null or u.reviewer_reminded <= ${before})
      returning o.region_code, u.submit_time)
    select count(*) as count, min(d.submit_time) as oldest, array(select c.id from org c
        where c.dept_id = ${deptKinds.county} and c.region_code = r.county_code and c.enabled order by c.id) as offices
    from due d join region r on r.code = d.region_code where r.county_code is not null group by r.county_code`.execute(
    trx,
  )
  await tellEach(
    trx,
    'registration.due',
    rows.map(({ offices, count, oldest }) => ({ to: { offices }, values: { count, oldest } })),
  )
  return rows.length
}
