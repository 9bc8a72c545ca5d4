import { AccountStatus, MessageLevel, MessageTarget, MessageType } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'

const LINK = '/system/registration/index'

/**
 * Reminds the county of registrations that have waited for some days, again after as many days. One message names all
 * of a county's registrations.
 * @returns the number of reminded counties
 */
export async function remindReviewers(trx: Trx, { now, days }: { now: Date; days: number }): Promise<number> {
  const before = new Date(now.getTime() - days * 86_400_000).toISOString()
  const { rows } = await sql<{ county_code: string; names: string[]; oldest: string }>`
    with due as (
      update app_user u set reviewer_reminded = ${now.toISOString()} from org o
      where o.id = u.org_id and u.status = ${AccountStatus.pending} and u.submit_time <= ${before}
        and (u.reviewer_reminded is null or u.reviewer_reminded <= ${before})
      returning o.org_name, o.region_code, u.submit_time)
    select r.county_code, array_agg(d.org_name order by d.submit_time) as names, min(d.submit_time) as oldest
    from due d join region r on r.code = d.region_code where r.county_code is not null group by r.county_code`.execute(
    trx,
  )
  for (const { county_code, names, oldest } of rows) {
    const offices = await trx
      .selectFrom('org')
      .select('id')
      .where('dept_id', '=', deptKinds.county)
      .where('region_code', '=', county_code)
      .where('enabled', '=', true)
      .execute()
    if (offices.length === 0) continue
    await trx
      .insertInto('message_push')
      .values({
        title: `有${names.length}家单位的注册待审核`,
        content: `<p>最早的已自${oldest.slice(0, 10)}起等待，请尽快办理。</p>`,
        message_type: MessageType.reminder,
        level: MessageLevel.important,
        target_type: MessageTarget.offices,
        target_org_ids: offices.map(({ id }) => id),
        link: LINK,
        create_by: 'system',
      })
      .execute()
  }
  return rows.length
}
