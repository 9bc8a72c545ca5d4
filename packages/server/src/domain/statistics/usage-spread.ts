import type { components } from '@xinchu/sdk/schema'
import { roundTo } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { loadNames, type NameOf } from './dimensions.ts'
import { keptResult } from './kept-sums.ts'
import { askedQuarter, markedStations, partsOf, type StationFilter } from './station-use.ts'

type Schemas = components['schemas']
type Spread = Schemas['UsageSpread']
type SpreadRow = Schemas['UsageSpreadRow']

const BIN_HOURS = 50
const LAST_BIN = 1200
/** Fewer stations are shown one by one. */
const FEW = 5
const SHOWN = 12

interface GroupRow {
  by: SpreadRow['by']
  key: string
  projects: number
  flagged: number
  mean: number
  quantiles: readonly [p10: number, p25: number, median: number, p75: number, p90: number]
  values: number[]
}

interface Found {
  bins: Spread['bins']
  groups: GroupRow[]
}

const SIDES: Readonly<Record<string, string>> = { user: '用户侧', other: '电源侧、电网侧' }

function labelOf({ by, key }: GroupRow, nameOf: NameOf): string {
  if (by === 'all') return '全部'
  return by === 'side' ? (SIDES[key] ?? key) : nameOf(by, key)
}

function spreadRow(row: GroupRow, nameOf: NameOf): SpreadRow {
  const { by, key, projects, flagged, mean, quantiles, values } = row
  const [p10, p25, median, p75, p90] = quantiles
  const hours = { mean, p10, p25, median, p75, p90 }
  return {
    by,
    key,
    label: labelOf(row, nameOf),
    projects,
    flagged,
    ...(Object.fromEntries(
      Object.entries(hours).map(([name, value]) => [name, roundTo(value, 4)]),
    ) as typeof hours), // the same names
    values: values.map((value) => roundTo(value, 4)),
  }
}

/** Returns how the hours of a quarter spread over its stations: bins, and quantiles by groups. Three queries. */
export async function usageSpread(
  db: Db,
  filter: StationFilter,
  user: Caller,
  today: string,
): Promise<Spread> {
  const period = askedQuarter(filter, today)
  if (!period) return { bins: [], rows: [] }
  const few = sql.lit(FEW)
  const { year: _year, quarter: _quarter, ...conditions } = filter
  const query = sql<Found>`
    with ${markedStations(conditions, user, period)},
    x as (select s.hours, s.moved, s.power, s.scenario, s.place, case when s.is_user then 'user' else 'other' end as side,
        s.project_id in (select project_id from f) as is_marked from s where s.hours is not null),
    bins as (
      select (least(floor(hours / ${sql.lit(BIN_HOURS)}) * ${sql.lit(BIN_HOURS)}, ${sql.lit(LAST_BIN)}))::integer as "from",
        count(*) filter (where side = 'user') as "user", count(*) filter (where side = 'other') as other
      from x group by 1),
    groups as (
      select case when grouping(scenario) = 0 then 'appSubScenario' when grouping(place) = 0 then 'region'
          when grouping(side) = 0 then 'side' else 'all' end as by,
        coalesce(scenario, place, side, '') as key, count(*) as projects, count(*) filter (where is_marked) as flagged,
        sum(moved)::float8 / sum(power)::float8 as mean,
        percentile_cont(array[0.1, 0.25, 0.5, 0.75, 0.9]) within group (order by hours) as quantiles,
        jsonb_path_query_array(coalesce(jsonb_agg(hours order by hours desc) filter (where is_marked), '[]'),
          ${`$[0 to ${SHOWN - 1}]`}::jsonpath) as marked
      from x group by grouping sets ((), (side), (scenario), (place)) having count(*) > 0),
    shown as (
      select g.by, g.key, g.projects, g.flagged, g.mean, g.quantiles, case when g.projects < ${few} then (
          select jsonb_agg(x.hours order by x.hours) from x where g.by = 'all'
            or g.key = case g.by when 'side' then x.side when 'region' then x.place else x.scenario end)
        else g.marked end as values
      from groups g)
    select (select coalesce(jsonb_agg(to_jsonb(bins) order by "from"), '[]') from bins) as bins,
      (select coalesce(jsonb_agg(to_jsonb(shown) order by shown.by, shown.key), '[]') from shown) as groups`
  const [found] = await keptResult(db, partsOf(period, user), query)
  if (!found) throw new Error('an aggregate has one row')
  const nameOf = await loadNames(db, ['appSubScenario', 'region'], filter)
  return { bins: found.bins, rows: found.groups.map((row) => spreadRow(row, nameOf)) }
}
