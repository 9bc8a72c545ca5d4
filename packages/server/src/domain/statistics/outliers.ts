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
}

interface Found {
  content: OutlierRow[]
  rules: Partial<Record<Outlier['rule'], number>>
  projects: number
  hours: number | null
  hours_without: number | null
}

const rounded = (value: number | null) => (value === null ? undefined : roundTo(value, 4))

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
    ...wordsOf(row),
  })

/** Mean hours weighted by power, as the statistics of use. */
const MEAN = sql`sum(moved)::float8 / nullif(sum(power), 0)::float8`

/** Returns the reported values of a quarter that the rules mark, and what the mean is without their stations. One query. */
export async function usageOutliers(
  db: Db,
  { rule, page = 0, size = 10, ...filter }: OutlierRequest,
  user: Caller,
  today: string,
): Promise<Page> {
  const period = askedQuarter(filter, today)
  const wanted = new Set(rule?.length ? rule : OUTLIER_RULES)
  if (!period) return { content: [], totalElements: 0, rules: [], projects: 0 }
  const order = sql`array_position(${[...OUTLIER_RULES]}::text[], rule), power desc nulls last, project_id, indicator`
  const { rows } = await sql<Found>`
    with ${markedStations(filter, user, period)},
    part as (
      select f.*, row_number() over (order by ${order}) as at, r.name as place_name
      from f left join region r on r.code = coalesce(nullif(f.place, ''), f.province_code) where f.rule = any(${[...wanted]}::text[])
      order by at limit ${size} offset ${page * size})
    select (select coalesce(jsonb_agg(to_jsonb(part) order by at), '[]') from part) as content,
      (select coalesce(jsonb_object_agg(rule, found), '{}') from (select rule, count(*) as found from f group by rule) counted) as rules,
      (select count(distinct project_id) from f) as projects,
      (select ${MEAN} from s where moved is not null) as hours,
      (select ${MEAN} from s where moved is not null and id not in (select id from f)) as hours_without`.execute(
    db,
  )
  const found = rows[0]
  if (!found) throw new Error('an aggregate has one row')
  const counts = OUTLIER_RULES.map((each) => ({ rule: each, count: found.rules[each] ?? 0 }))
  return reply<Page>({
    content: found.content.map(outlierOf),
    totalElements: counts.reduce((sum, each) => sum + (wanted.has(each.rule) ? each.count : 0), 0),
    rules: counts.filter(({ count }) => count > 0),
    projects: found.projects,
    hours: rounded(found.hours),
    hoursWithout: rounded(found.hours_without),
  })
}
