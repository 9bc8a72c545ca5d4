import { AccountStatus } from '@xinchu/contract/codes'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { tellEach } from '../messages/tell.ts'
import { reviewingOffice } from './reviewing-office.ts'

/**
 * Reminds offices of registrations that have waited for them for some days, again after as many days. One message counts
 * all registrations of an office and says since when the oldest waits.
 * @returns the number of messages
 */
export async function remindReviewers(trx: Trx, { now, days }: { now: Date; days: number }): Promise<number> {
  const before = new Date(now.getTime() - days * 86_400_000).toISOString()
  const { rows } = await sql<{ offices: number[]; count: number; oldest: string }>`
    with due as (
      update app_user u set reviewer_reminded = ${now.toISOString()} from org o
      where o.id = u.org_id and u.status = ${AccountStatus.pending} and u.submit_time <= ${before}
        and (u.reviewer_reminded is null or u.reviewer_reminded <= ${before})
      returning u.id, u.submit_time)
    select count(*) as count, min(due.submit_time) as oldest, d.offices
    from due join app_user u on u.id = due.id join org o on o.id = u.org_id
      left join region r on r.code = o.region_code cross join ${reviewingOffice}
    group by d.offices`.execute(trx)
  await tellEach(
    trx,
    'registration.due',
    rows.map(({ offices, count, oldest }) => ({ to: { offices }, values: { count, oldest } })),
  )
  return rows.length
}
