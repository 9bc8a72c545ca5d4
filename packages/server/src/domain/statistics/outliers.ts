import type { components } from '@xinchu/sdk/schema'
import { roundTo } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { reply } from '../reply.ts'
import { type Marked, OUTLIER_RULES, wordsOf } from './outlier-rules.ts'
import { askedQuarter, markedStations, type StationFilter } from './station-use.ts'

type Schemas = components['schemas']
type Outlier = Schemas['UsageOutlier']
type Page = Schemas['UsageOutlierPage']

interface OutlierRequest extends StationFilter {
  rule?: readonly Outlier['rule'][] | undefined
  /** Those that were confirmed, instead of those that are open. */
  confirmed?: boolean | undefined
  page?: number | undefined
  size?: number | undefined
}

interface OutlierRow extends Marked {
  id: number
  status: Outlier['status']
  project_id: number
  project_name: string
  power: number | null
  place_name: string | null
  confirmed_reason: string | null
  confirmed_by: string | null
  confirmed_name: string | null
  confirmed_at: string | null
}

interface Found {
  content: OutlierRow[]
  rules: Partial<Record<Outlier['rule'], number>>
  projects: number
  confirmed: number
  hours: number | null
  hours_without: number | null
}

const rounded = (value: number | null) => (value === null ? undefined : roundTo(value, 4))

const confirmationOf = (row: OutlierRow) =>
  row.confirmed_at === null || row.confirmed_reason === null
    ? undefined
    : reply<Schemas['OutlierConfirmation']>({
        reason: row.confirmed_reason,
        orgName: row.confirmed_by ?? '',
        userName: row.confirmed_name,
        time: row.confirmed_at,
      })

const outlierOf = (row: OutlierRow): Outlier =>
  reply<Outlier>({
    rule: row.rule,
    indicator: row.indicator,
    itemId: row.id,
    status: row.status,
    projectId: row.project_id,
    projectName: row.project_name,
    placeName: row.place_name,
    ratedPower: row.power,
    value: rounded(row.value),
    confirmation: confirmationOf(row),
    ...wordsOf(row),
  })

/** Mean hours weighted by power, as the statistics of use. */
const MEAN = sql`sum(moved)::float8 / nullif(sum(power), 0)::float8`

/** Returns the reported values of a quarter that the rules mark, and what the mean is without their stations. One query. */
export async function usageOutliers(
  db: Db,
  { rule, confirmed = false, page = 0, size = 10, ...filter }: OutlierRequest,
  user: Caller,
  today: string,
): Promise<Page> {
  const period = askedQuarter(filter, today)
  const wanted = new Set(rule?.length ? rule : OUTLIER_RULES)
  if (!period) return { content: [], totalElements: 0, rules: [], projects: 0 }
  const found = sql`(select * from marked where (confirmed_time is not null) = ${confirmed}::boolean)`
  const order = sql`array_position(${[...OUTLIER_RULES]}::text[], rule), power desc nulls last, project_id, indicator`
  const { rows } = await sql<Found>`
    with ${markedStations(filter, user, period)},
    part as (
      select f.*, to_char(f.confirmed_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as confirmed_at,
        row_number() over (order by ${order}) as at, r.name as place_name
      from ${found} f left join region r on r.code = coalesce(nullif(f.place, ''), f.province_code) where f.rule = any(${[...wanted]}::text[])
      order by at limit ${size} offset ${page * size})
    select (select coalesce(jsonb_agg(to_jsonb(part) order by at), '[]') from part) as content,
      (select coalesce(jsonb_object_agg(rule, found), '{}') from (select rule, count(*) as found from ${found} f group by rule) counted) as rules,
      (select count(distinct project_id) from f) as projects,
      (select count(*) from marked where confirmed_time is not null) as confirmed,
      (select ${MEAN} from s where moved is not null) as hours,
      (select ${MEAN} from s where moved is not null and id not in (select id from f)) as hours_without`.execute(
    db,
  )
  const [total] = rows
  if (!total) throw new Error('an aggregate has one row')
  const counts = OUTLIER_RULES.map((each) => ({ rule: each, count: total.rules[each] ?? 0 }))
  return reply<Page>({
    content: total.content.map(outlierOf),
    totalElements: counts.reduce((sum, each) => sum + (wanted.has(each.rule) ? each.count : 0), 0),
    rules: counts.filter(({ count }) => count > 0),
    projects: total.projects,
    confirmed: total.confirmed,
    hours: rounded(total.hours),
    hoursWithout: rounded(total.hours_without),
  })
}
