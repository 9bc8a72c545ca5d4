import { ReportStatus } from '@xinchu/contract/codes'
import type { Trx } from '@xinchu/server/sample-port'
import { type Quarter, quarterDays } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { HistorySeed } from './history.ts'

const DAY_MS = 86_400_000

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

/** Days from the first submission until each office acts. */
const DAYS: Readonly<Record<Step[3], number>> = { 100: 0, 3: 4, 1: 9 }

/** Days after a quarter in which its reports are due. */
export const DUE_DAYS = 31

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

/** SQL condition that a report is of a quarter. */
const isOf = ({ year, quarter }: Quarter) =>
  sql`(u.year, u.quarter) = (${year}::integer, ${quarter}::smallint)`

const DAY_MINUTES = 1_440
/** Minutes from the end of a quarter until the last step of a report of its first day: submitted by 17:00, confirmed days later. */
const SHORTEST_REVIEW = DAYS[1] * DAY_MINUTES + 17 * 60

/**
 * SQL factor of the times after a quarter's end: 1 as a rule. In the first days of a quarter it is smaller for reports of the
 * last one, so that none of their steps lies after the beginning of today.
 */
const paceOf = (last: Quarter, since: number) =>
  sql`case when ${isOf(last)} then ${Math.min(1, ((since - 1) * DAY_MINUTES) / SHORTEST_REVIEW)}::float8 else 1 end`

/** SQL interval of that many minutes at a pace. */
const minutes = (count: RawBuilder<unknown>, pace: RawBuilder<unknown>) =>
  sql`make_interval(mins => floor((${count}) * (${pace}))::integer)`

/** Days from the end of a quarter to a day. */
const daysSince = (last: Quarter, today: string) =>
  (Date.parse(today) - Date.parse(quarterDays(last).last)) / DAY_MS

/** SQL value in [0, 1) that is always the same for a text. */
const drawOf = (text: RawBuilder<unknown>) =>
  sql`(('x' || left(md5(${text}), 7))::bit(28)::integer / 268435456.0)`

/** Share of a province's reports that are late: from 2 % in most to 29 % in few, a little different each quarter. */
const lateShare = sql`0.02 + 0.24 * ${drawOf(sql`'late ' || u.province_code`)} ^ 3
  + 0.03 * ${drawOf(sql`u.province_code || u.year || u.quarter`)}`

/**
 * Spreads the first submissions over the days after their quarters, most of them shortly before the deadline. Those of the
 * last quarter, whose window is open, are never late, and their review ends before today.
 */
async function spreadSubmissions(trx: Trx, last: Quarter, today: string): Promise<void> {
  const since = daysSince(last, today)
  const pace = paceOf(last, since)
  const open = Math.max(1, Math.min(DUE_DAYS, since - DAYS[1] - 1))
  const until = sql`case when ${isOf(last)} then ${open}::integer else ${DUE_DAYS}::integer end`
  const isLate = sql`not ${isOf(last)} and ${drawOf(sql`'delay ' || u.id`)} < ${lateShare}`
  const draw = drawOf(sql`'day ' || u.id`)
  const lastSteps = Object.entries(STEPS).map(([status, taken]) => ({
    status,
    days: DAYS[taken.at(-1)?.[3] ?? 100],
  }))
  await sql`
    update usage_report u set create_time = d.at, first_submitted_at = case when u.status <> ${ReportStatus.draft} then d.at end,
      update_time = d.at + ${minutes(sql`d.days * ${DAY_MINUTES}::integer`, pace)}
    from (
      select u.id, s.days, make_date(u.year, u.quarter * 3 - 2, 1) + interval '3 months' + ${minutes(
        sql`540 + floor(480 * ${drawOf(sql`'time ' || u.id`)}) + ${DAY_MINUTES}::integer
          * case when ${isLate} then ${DUE_DAYS}::integer + floor(25 * ${draw} ^ 2)::integer
            else least(${until} - 1, floor(${until} * cbrt(${draw}::float8))::integer) end`,
        pace,
      )} as at
      from usage_report u join jsonb_to_recordset(${JSON.stringify(lastSteps)}::text::jsonb) as s (status text, days integer) using (status)) d
    where u.id = d.id`.execute(trx)
}

/** Stores the flow steps of all reports, in the weeks after their quarters, by the offices of the projects' own steps. */
export async function loadUsageHistory(trx: Trx, last: Quarter, today: string): Promise<void> {
  await spreadSubmissions(trx, last, today)
  const pace = paceOf(last, daysSince(last, today))
  await sql`
    with office as (
      select distinct on (biz_id, dept_id) biz_id, dept_id, org_name, user_name
      from flow_history where biz_type = 'PROJECT' order by biz_id, dept_id, id)
    insert into flow_history (province_code, biz_type, biz_id, time, org_name, user_name, dept_id, action, from_status,
      to_status, opinion)
    select u.province_code, 'USAGE', u.id, u.create_time + ${minutes(sql`s.days * ${DAY_MINUTES}::integer`, pace)}, coalesce(o.org_name, ''),
      coalesce(o.user_name, ''), s."deptId", s.action, s."from", s."to", case when s.action = 'RETURN' then u.last_opinion end
    from usage_report u
    join jsonb_to_recordset(${JSON.stringify(steps)}::text::jsonb) as s (status text, at integer, action text, "from" text,
      "to" text, "deptId" integer, days integer) on s.status = u.status
    left join office o on o.biz_id = u.project_id and o.dept_id = s."deptId"
    order by u.id, s.at`.execute(trx)
}
