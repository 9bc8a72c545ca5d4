import { sql } from 'kysely'
import type { Trx } from '../db/database.ts'
import type { HistorySeed } from './demo-history.ts'

type Step = readonly [action: HistorySeed['action'], from: string | null, to: string, deptId: 100 | 3 | 1]

const SUBMIT: Step = ['SUBMIT', null, '1', 100]
const PASS: Step = ['PASS', '1', '3', 3]

/** Flow steps up to each state. */
const STEPS: Readonly<Record<string, readonly Step[]>> = {
  '0': [['SAVE', null, '0', 100]],
  '1': [SUBMIT],
  '2': [SUBMIT, ['RETURN', '1', '2', 3]],
  '3': [SUBMIT, PASS],
  '4': [SUBMIT, PASS, ['RETURN', '3', '4', 1]],
  '5': [SUBMIT, PASS, ['CONFIRM', '3', '5', 1]],
}

/** Days after the quarter on which each office acts. */
const DAYS: Readonly<Record<Step[3], number>> = { 100: 5, 3: 9, 1: 14 }

const steps = Object.entries(STEPS).flatMap(([status, taken]) =>
  taken.map(([action, from, to, deptId], at) => ({
    status,
    at,
    action,
    from,
    to,
    deptId,
    days: DAYS[deptId],
  })),
)

/** Stores the flow steps of all reports, in the weeks after their quarters, by the offices of the projects' own steps. */
export async function loadUsageHistory(trx: Trx): Promise<void> {
  await sql`
    with office as (
      select distinct on (biz_id, dept_id) biz_id, dept_id, org_name, user_name
      from flow_history where biz_type = 'PROJECT' order by biz_id, dept_id, id)
    insert into flow_history (province_code, biz_type, biz_id, time, org_name, user_name, dept_id, action, from_status,
      to_status, opinion)
    select u.province_code, 'USAGE', u.id, make_date(u.year, u.quarter * 3 - 2, 1) + interval '3 months'
        + make_interval(days => s.days - 1, hours => 10), coalesce(o.org_name, ''), coalesce(o.user_name, ''), s."deptId",
      s.action, s."from", s."to", case when s.action = 'RETURN' then u.last_opinion end
    from usage_report u
    join jsonb_to_recordset(${JSON.stringify(steps)}::text::jsonb) as s (status text, at integer, action text, "from" text,
      "to" text, "deptId" integer, days integer) on s.status = u.status
    left join office o on o.biz_id = u.project_id and o.dept_id = s."deptId"
    order by u.id, s.at`.execute(trx)
  await sql`
    update usage_report u set first_submitted_at = h.time from flow_history h
    where h.province_code = u.province_code and h.biz_type = 'USAGE' and h.biz_id = u.id and h.action = 'SUBMIT'`.execute(
    trx,
  )
}
