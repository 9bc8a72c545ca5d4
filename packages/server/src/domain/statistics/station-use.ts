import { AppScenario } from '@xinchu/sdk/codes'
import { closedQuarter, type Quarter, quarterAfter, quarterDays } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../caller.ts'
import { provinceOf } from '../scope.ts'
import { type StatFilter, statConditions } from './conditions.ts'
import { groupingOf } from './dimensions.ts'
import { FLAGS, IS_MARKED } from './outlier-rules.ts'
import type { Parts } from './revision.ts'
import { COUNTED, inUse, reportingConditions } from './usage-sums.ts'

export interface StationFilter extends StatFilter {
  year?: number | undefined
  quarter?: number | undefined
}

/** The asked quarter; by default the last that has ended. A quarter that has not ended has no figures. */
export function askedQuarter({ year, quarter }: StationFilter, today: string): Quarter | undefined {
  const last = closedQuarter(today)
  const asked = { year: year ?? last.year, quarter: quarter ?? last.quarter }
  return asked.year * 4 + asked.quarter > last.year * 4 + last.quarter ? undefined : asked
}

const energyOf = (report: 'u' | 'v') =>
  sql`(${sql.ref(`${report}.charge_energy`)} + ${sql.ref(`${report}.discharge_energy`)}) * 10`

/** Days of a quarter from a station's commissioning on. */
function daysOf(period: Quarter): RawBuilder<number> {
  const { first, last } = quarterDays(period)
  return sql`(${last}::date - greatest(${first}::date, p.commission_date) + 1)`
}

/**
 * Counted reports of a quarter in the caller's scope; `asked` marks those that match the filter. Reads nothing of projects
 * but what an index holds.
 */
function stations(filter: StatFilter, user: Caller, period: Quarter): RawBuilder<unknown> {
  const { first, last } = quarterDays(period)
  const before = quarterAfter(period, -1)
  // For a province, reports are filtered by it. For the nation the planner would misjudge that condition. Those of the
  // quarter before keep it, because only with it an index finds them one by one.
  const isWithin = user.provinceCode === undefined ? sql`` : sql`and p.province_code = u.province_code`
  return sql`
    select u.id, p.id as project_id, p.province_code, p.rated_power as power, p.build_status,
      coalesce(p.app_sub_scenario, '') as scenario, coalesce(${groupingOf('region', filter).key}, '') as place,
      p.app_scenario is not distinct from ${sql.lit(AppScenario.userSide)} as is_user,
      ${statConditions(filter, user)} as asked,
      u.charge_energy as charge, u.discharge_energy as discharge, u.off_grid_energy as off_grid, u.on_grid_energy as on_grid,
      coalesce(u.charge_energy, 0) + coalesce(u.discharge_energy, 0) = 0 as is_idle, ${energyOf('u')} as moved,
      (${energyOf('u')})::float8 / nullif(p.rated_power, 0)::float8 as hours,
      2 * p.rated_energy * nullif(p.design_cycles_per_day, 0) * ${daysOf(period)} as allowed,
      ${daysOf(period)} as days, ${energyOf('v')} as moved_before, greatest(${daysOf(before)}, 0) as days_before
    from usage_report u join es_project p on p.id = u.project_id ${isWithin}
      left join usage_report v on v.province_code = u.province_code and v.project_id = u.project_id
        and v.year = ${before.year} and v.quarter = ${before.quarter} and v.status in (${COUNTED})
    where u.year = ${period.year} and u.quarter = ${period.quarter} and u.status in (${COUNTED})
      and ${reportingConditions({}, user)} and ${inUse(sql`${first}::date`, sql`${last}::date`)}`
}

/**
 * Common table expressions: the stations with a counted report (`s`), the values that the rules mark (`marked`), and those
 * of them that nobody has confirmed (`f`), all of the filter. A confirmation ends when the value changes. Peers are all
 * stations in the caller's scope, so that a chosen place or technology changes no mark.
 */
export const markedStations = (filter: StatFilter, user: Caller, period: Quarter): RawBuilder<unknown> => sql`
  reach as materialized (${stations(filter, user, period)}),
  peers as (
    select scenario, limits[1] as least, limits[2] as most from (
      select scenario, percentile_disc(array[0.01, 0.99]) within group (order by hours) as limits
      from reach where hours is not null and not is_idle group by scenario) of_scenario),
  s as (select * from reach where asked),
  marked as materialized (
    select s.*, r.*, c.reason as confirmed_reason, c.org_name as confirmed_by, c.user_name as confirmed_name, c.time as confirmed_time
    from s left join peers using (scenario) cross join lateral (${FLAGS}) r(rule, indicator, is_marked, value, bound)
      left join usage_confirmation c on c.item_id = s.id and c.rule = r.rule and c.indicator = r.indicator
        and c.value = round(r.value::numeric, 4)
    where (${IS_MARKED}) and r.is_marked),
  f as (select * from marked where confirmed_time is null)`

/** What the marks of a quarter are read from: its reports and those of the quarter before, and projects in reach. */
export const partsOf = (period: Quarter, user: Caller): Parts => ({
  quarters: [period, quarterAfter(period, -1)].map(({ year, quarter }) => year * 4 + quarter),
  provinceCode: provinceOf(user),
})
