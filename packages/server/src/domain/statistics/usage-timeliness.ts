import type { components } from '@xinchu/contract/schema'
import { type Quarter, quarterAfter, quarterDays } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { dateTime } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { submittedVersions } from '../ledger/submitted.ts'
import { reply } from '../reply.ts'
import { groupingOf } from './dimensions.ts'
import { type Among, sumsByProvince } from './kept-sums.ts'
import { askedQuarter, type StationFilter } from './station-use.ts'
import { inUse, reportingConditions } from './usage-sums.ts'
import { COUNTED } from './use-source.ts'

type Timeliness = components['schemas']['UsageTimeliness']
type Course = Timeliness['courses'][number]

/** Quarters before the asked one that rates are given for. */
const BEFORE = 11
/** The first year of the contract. Its first quarter has none before it. */
const FIRST_YEAR = 2000
/** Submissions of later days after the quarter count as of this day. */
const LAST_DAY = 90

interface Deadline extends Quarter {
  deadline: string
  /** Days from the end of the quarter. */
  day: number
}

/** Submissions of a place's reports of a quarter in a province. */
interface Sent extends Quarter {
  province_code: string
  place: string
  /** Days from the end of the quarter; null for the quarters whose course is not shown. */
  day: number | null
  /** Null for a quarter without a deadline. */
  is_on_time: boolean | null
  /** Whether statistics count the report now: it was not returned since. */
  is_counted: boolean
  count: number
}

const isOf =
  ({ year, quarter }: Quarter) =>
  (each: Quarter) =>
    each.year === year && each.quarter === quarter

const numberOf = ({ year, quarter }: Quarter) => year * 4 + quarter

/** The enterprises' deadlines of a quarter and those after it. */
export async function deadlinesSince(db: Db, first: Quarter): Promise<Deadline[]> {
  const { rows } = await sql<Deadline>`
    select d.year, d.quarter, to_jsonb(d.at) #>> '{}' as deadline, (d.at at time zone 'Asia/Shanghai')::date
      - (make_date(d.year, d.quarter * 3 - 2, 1) + interval '3 months' - interval '1 day')::date as day
    from (select f.year, f.quarter, max(coalesce((f.level_deadlines ->> 'enterprise')::timestamp at time zone 'Asia/Shanghai', f.end_time)) as at
      from fill_time f where f.fill_type = 'QUARTER' and f.region_codes = '{}' and f.org_ids = '{}'
        and f.year * 4 + f.quarter >= ${numberOf(first)} group by 1, 2) d`.execute(db)
  return rows
}

interface Asked {
  filter: StationFilter
  /** The last of them is the asked one. */
  periods: readonly Quarter[]
  deadlines: readonly Deadline[]
}

/** Counts first submissions by province, quarter, place, day of the shown courses, and by the deadline. */
function sentOf({ filter, periods, deadlines }: Asked, user: Caller, among: Among): RawBuilder<Sent> {
  const of = <T>(value: (period: Quarter) => T): T[] => periods.map(value)
  const [before] = periods.slice(-2)
  // For a province, reports are filtered by it. For the nation the planner would misjudge that condition.
  const isWithinProvince = filter.provinceCode?.length === 1 || user.provinceCode !== undefined
  return sql<Sent>`
    select p.province_code, u.year, u.quarter, coalesce(${groupingOf('region', filter).key}, '') as place,
      case when u.year * 4 + u.quarter >= ${sql.lit(before ? numberOf(before) : 0)}
        then least(${sql.lit(LAST_DAY)}, greatest(0, (u.first_submitted_at at time zone 'Asia/Shanghai')::date - q.last)) end as day,
      u.first_submitted_at <= q.deadline as is_on_time, u.status in (${COUNTED}) as is_counted, count(*) as count
    from unnest(${of((each) => each.year)}::integer[], ${of((each) => each.quarter)}::smallint[],
        ${of((each) => quarterDays(each).first)}::date[], ${of((each) => quarterDays(each).last)}::date[],
        ${of((each) => deadlines.find(isOf(each))?.deadline ?? null)}::timestamptz[]) q(year, quarter, first, last, deadline)
      join usage_report u on u.year = q.year and u.quarter = q.quarter
      join ${submittedVersions} on p.id = u.project_id ${isWithinProvince ? sql`and p.province_code = u.province_code` : sql``}
    where u.first_submitted_at is not null and ${reportingConditions(filter, user)} and ${inUse(sql`q.first`, sql`q.last`)}
      and ${among('p')} and ${among('u')}
    group by 1, 2, 3, 4, 5, 6, 7`
}

type Rate = Timeliness['rows'][number]

const compared = (a: string, b: string): number => Number(a > b) - Number(a < b)

/** Counted reports of quarters with a deadline by their first submission, of all places and of each, in the order of quarters and places. */
function ratesOf(sent: readonly Sent[]): Rate[] {
  const rates = new Map<string, Rate>()
  for (const { year, quarter, place, is_on_time: isOnTime, is_counted: isCounted, count } of sent) {
    if (isOnTime === null || !isCounted) continue
    for (const key of new Set(['', place])) {
      const name = [year, quarter, key].join()
      const rate = rates.get(name) ?? { year, quarter: quarter as Rate['quarter'], key, onTime: 0, late: 0 } // 1 to 4
      rate[isOnTime ? 'onTime' : 'late'] += count
      rates.set(name, rate)
    }
  }
  return [...rates.values()].toSorted(
    (a, b) => a.year - b.year || a.quarter - b.quarter || compared(a.key, b.key),
  )
}

/** How the reports of a quarter came in. */
function courseOf(period: Quarter, sent: readonly Sent[], deadlines: readonly Deadline[]): Course {
  const end = deadlines.find(isOf(period))
  const counts = new Map<number, number>()
  for (const { day, count } of sent.filter(isOf(period)))
    if (day !== null) counts.set(day, (counts.get(day) ?? 0) + count)
  return reply<Course>({
    year: period.year,
    quarter: period.quarter as Course['quarter'], // a quarter is 1 to 4
    deadline: end && dateTime(new Date(end.deadline)),
    deadlineDay: end?.day,
    days: [...counts].toSorted(([a], [b]) => a - b).map(([day, count]) => ({ day, count })),
  })
}

/**
 * Returns whose counted report of a quarter was first submitted by the enterprises' deadline, by place and quarter, and how the
 * submissions of the asked quarter and the one before came in. A window that was switched off later keeps its deadline;
 * extensions for some do not move that of all. Three queries;
 * counts of provinces are kept.
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
  const deadlines = await deadlinesSince(db, first)
  const periods = Array.from({ length: BEFORE + 1 }, (_, at) => quarterAfter(first, at))
  const quarters = periods.map(numberOf)
  const sent = await sumsByProvince(db, { quarters }, (among) =>
    sentOf({ filter, periods, deadlines }, user, among),
  )
  const shown = [period, quarterAfter(period, -1)].filter(({ year }) => year >= FIRST_YEAR)
  return { rows: ratesOf(sent), courses: shown.map((each) => courseOf(each, sent, deadlines)) }
}
