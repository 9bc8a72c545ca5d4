import type { components } from '@xinchu/sdk/schema'
import { type Quarter, quarterAfter } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { dateTime } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { reply } from '../reply.ts'
import { groupingOf } from './dimensions.ts'
import { askedQuarter, type StationFilter } from './station-use.ts'
import { inUse, reportingConditions } from './usage-sums.ts'

type Timeliness = components['schemas']['UsageTimeliness']
type Course = Timeliness['courses'][number]

/** Quarters before the asked one that rates are given for. */
const BEFORE = 11
/** Submissions of later days after the quarter count as of this day. */
const LAST_DAY = 90

interface Found {
  rows: Timeliness['rows']
  days: (Quarter & { day: number; count: number })[]
  deadlines: (Quarter & { deadline: string; day: number })[]
}

const isOf =
  ({ year, quarter }: Quarter) =>
  (each: Quarter) =>
    each.year === year && each.quarter === quarter

function courseOf(period: Quarter, { days, deadlines }: Found): Course {
  const end = deadlines.find(isOf(period))
  return reply<Course>({
    year: period.year,
    quarter: period.quarter as Course['quarter'], // a quarter is 1 to 4
    deadline: end && dateTime(new Date(end.deadline)),
    deadlineDay: end?.day,
    days: days.filter(isOf(period)).map(({ day, count }) => ({ day, count })),
  })
}

/**
 * Returns who has first submitted the report of a quarter by the enterprises' deadline, by place and quarter, and how the
 * submissions of the asked quarter and the one before came in. A window that was switched off later keeps its deadline;
 * extensions for some do not move that of all. One query.
 */
export async function usageTimeliness(
  db: Db,
  filter: StationFilter,
  user: Caller,
  today: string,
): Promise<Timeliness> {
  const period = askedQuarter(filter, today)
  if (!period) return { rows: [], courses: [] }
  const first = quarterAfter(period, -BEFORE)
  const before = quarterAfter(period, -1)
  const numberOf = ({ year, quarter }: Quarter) => sql.lit(year * 4 + quarter)
  const { rows } = await sql<Found>`
    with deadline as (
      select f.year, f.quarter, max(coalesce((f.level_deadlines ->> 'enterprise')::timestamp at time zone 'Asia/Shanghai', f.end_time)) as at
      from fill_time f where f.fill_type = 'QUARTER' and f.region_codes = '{}' and f.org_ids = '{}' group by 1, 2),
    sent as (
      select u.year, u.quarter, coalesce(${groupingOf('region', filter).key}, '') as place, u.first_submitted_at as at,
        least(${sql.lit(LAST_DAY)}, greatest(0, (u.first_submitted_at at time zone 'Asia/Shanghai')::date - q.last)) as day
      from usage_report u join es_project p on p.province_code = u.province_code and p.id = u.project_id
        cross join lateral (select make_date(u.year, u.quarter * 3 - 2, 1) as first,
          (make_date(u.year, u.quarter * 3 - 2, 1) + interval '3 months' - interval '1 day')::date as last) q
      where u.first_submitted_at is not null and u.year * 4 + u.quarter between ${numberOf(first)} and ${numberOf(period)}
        and ${reportingConditions(filter, user)} and ${inUse(sql`q.first`, sql`q.last`)}),
    counted as (
      select s.year, s.quarter, coalesce(s.place, '') as key, count(*) filter (where s.at <= d.at) as "onTime",
        count(*) filter (where s.at > d.at) as late
      from sent s join deadline d using (year, quarter)
      group by grouping sets ((s.year, s.quarter), (s.year, s.quarter, s.place))
      having grouping(s.place) = 1 or s.place <> ''),
    days as (
      select year, quarter, day, count(*) as count from sent
      where year * 4 + quarter >= ${numberOf(before)} group by 1, 2, 3)
    select (select coalesce(jsonb_agg(to_jsonb(c) order by c.year, c.quarter, c.key), '[]') from counted c) as rows,
      (select coalesce(jsonb_agg(to_jsonb(d) order by d.year, d.quarter, d.day), '[]') from days d) as days,
      (select coalesce(jsonb_agg(jsonb_build_object('year', year, 'quarter', quarter, 'deadline', at, 'day',
          (at at time zone 'Asia/Shanghai')::date
            - (make_date(year, quarter * 3 - 2, 1) + interval '3 months' - interval '1 day')::date)), '[]')
        from deadline where year * 4 + quarter between ${numberOf(before)} and ${numberOf(period)}) as deadlines`.execute(
    db,
  )
  const found = rows[0]
  if (!found) throw new Error('an aggregate has one row')
  return { rows: found.rows, courses: [period, before].map((each) => courseOf(each, found)) }
}
