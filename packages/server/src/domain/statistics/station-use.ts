import { AppScenario } from '@xinchu/contract/codes'
import { closedQuarter, type Quarter, quarterAfter, quarterDays } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { periodNumber } from '../ledger/official.ts'
import type { Parts } from '../revisions/statistics.ts'
import { provinceOf } from '../scope.ts'
import { groupingOf } from './dimensions.ts'
import type { StatFilter } from './filter.ts'
import { type Among, sumsByProvince } from './kept-sums.ts'
import { CONFIRMED_HOURS, FLAGS, IS_MARKED, type Marked } from './outlier-rules.ts'
import { inUse, reportingConditions } from './usage-sums.ts'
import {
  COUNTED,
  inPeriod,
  isCounted,
  type UseSource,
  useProjects,
  useReports,
  useSums,
} from './use-source.ts'

export interface StationFilter extends StatFilter, UseSource {
  year?: number | undefined
  quarter?: number | undefined
}

/** The asked quarter; by default the last that has ended. A quarter that has not ended has no figures. */
export function askedQuarter({ year, quarter }: StationFilter, today: string): Quarter | undefined {
  const last = closedQuarter(today)
  const asked = { year: year ?? last.year, quarter: quarter ?? last.quarter }
  return asked.year * 4 + asked.quarter > last.year * 4 + last.quarter ? undefined : asked
}

/** Stations that are read: those of a filter with a counted report of a quarter, in the caller's scope. */
export interface StationsAsked {
  filter: StatFilter
  user: Caller
  period: Quarter
  /** Default: submitted records with their reports. */
  source?: UseSource
}

const energyOf = (report: 'u' | 'v') =>
  sql`(${sql.ref(`${report}.charge_energy`)} + ${sql.ref(`${report}.discharge_energy`)}) * 10`

/** Days of a quarter from a station's commissioning on. */
function daysOf(period: Quarter): RawBuilder<number> {
  const { first, last } = quarterDays(period)
  return sql`(${last}::date - greatest(${first}::date, p.commission_date) + 1)`
}

interface Joined {
  columns: RawBuilder<unknown>
  joins: RawBuilder<unknown>
}

/** Stations with their use. Reads nothing of projects but what an index holds. */
function stations(
  { filter, user, period, source = {} }: StationsAsked,
  among: Among,
  more?: Joined,
): RawBuilder<unknown> {
  const { first, last } = quarterDays(period)
  // For a province, reports are filtered by it. For the nation the planner would misjudge that condition.
  const isWithinProvince = user.provinceCode !== undefined || filter.provinceCode?.length === 1
  const province = !isWithinProvince ? sql`` : sql`and p.province_code = u.province_code`
  return sql`
    select p.id as project_id, p.province_code, p.rated_power as power,
      p.app_scenario is not distinct from ${sql.lit(AppScenario.userSide)} as is_user,
      coalesce(p.app_sub_scenario, '') as scenario, coalesce(${groupingOf('region', filter).key}, '') as place,
      coalesce(u.charge_energy, 0) + coalesce(u.discharge_energy, 0) = 0 as is_idle, ${energyOf('u')} as moved,
      (${energyOf('u')})::float8 / nullif(p.rated_power, 0)::float8 as hours${more ? sql`, ${more.columns}` : sql``}
    from ${useReports(source)} u join ${useProjects(source)} on p.id = u.project_id ${province} ${more?.joins ?? sql``}
    where u.year = ${period.year} and u.quarter = ${period.quarter} and ${isCounted(source)}
      and ${inPeriod(source, sql`${periodNumber(period)}::integer`)} and ${reportingConditions(filter, user)} and ${inUse(sql`${first}::date`, sql`${last}::date`)}
      and ${among('p')} and ${among('u')}`
}

/** What marks are read from: reports of the quarter and of the one before, and projects in reach. */
const partsOf = ({ period, user }: StationsAsked): Parts => ({
  quarters: [period, quarterAfter(period, -1)].map(({ year, quarter }) => year * 4 + quarter),
  provinceCode: provinceOf(user),
})

/** Stations of a place and scenario with known energy. Each has its number, power (MW), hours and energy (MWh) at one index. */
export interface StationGroup {
  province_code: string
  scenario: string
  place: string
  is_user: boolean
  is_idle: boolean
  /** Sums of all, also of those whose power is not known. */
  power: number | null
  moved: number
  /** Of the stations whose hours are known. */
  projects: readonly number[] | null
  powers: readonly number[] | null
  hours: readonly number[] | null
  energies: readonly number[] | null
}

/** Reads stations in groups of a province, place and scenario, which are kept. */
export const stationGroups = (db: Db, asked: StationsAsked): Promise<readonly StationGroup[]> =>
  useSums(db, { source: asked.source ?? {}, parts: partsOf(asked) }, (among) => {
    const known = sql`filter (where hours is not null)`
    return sql<StationGroup>`
      select province_code, scenario, place, is_user, is_idle, sum(power) as power, sum(moved) as moved,
        array_agg(project_id) ${known} as projects, array_agg(power::float8) ${known} as powers,
        array_agg(hours) ${known} as hours, array_agg(moved::float8) ${known} as energies
      from (${stations(asked, among)}) s where moved is not null group by 1, 2, 3, 4, 5`
  })

/** A value that a rule marks without a look at other stations, or whose hours somebody has confirmed. */
export interface StationMark extends Marked {
  project_id: number
  province_code: string
  power: number | null
  moved: number | null
  hours: number | null
  place: string
  scenario: string
  is_user: boolean
  confirmed_reason: string | null
  confirmed_by: string | null
  confirmed_name: string | null
  confirmed_at: string | null
}

/**
 * Reads the values of working stations that a rule marks without a look at other stations, with their confirmations, and as
 * `OUT-H` the hours that are confirmed. A confirmation ends when the value changes.
 */
export const stationMarks = (db: Db, asked: StationsAsked): Promise<readonly StationMark[]> =>
  sumsByProvince(db, partsOf(asked), (among) => {
    const { period } = asked
    const before = quarterAfter(period, -1)
    const columns = sql`u.id, p.build_status, u.charge_energy as charge, u.discharge_energy as discharge,
      u.off_grid_energy as off_grid, u.on_grid_energy as on_grid,
      2 * p.rated_energy * nullif(p.design_cycles_per_day, 0) * ${daysOf(period)} as allowed,
      ${daysOf(period)} as days, ${energyOf('v')} as moved_before, greatest(${daysOf(before)}, 0) as days_before`
    // Only with its province an index finds the report of the quarter before.
    const joins = sql`left join usage_report v on v.province_code = u.province_code and v.project_id = p.id
      and v.year = ${before.year} and v.quarter = ${before.quarter} and v.status in (${COUNTED})`
    return sql<StationMark>`
      select s.province_code, s.project_id, s.power, s.moved, s.hours, s.place, s.scenario, s.is_user, r.rule, r.indicator, r.value, r.bound,
        c.reason as confirmed_reason, c.org_name as confirmed_by, c.user_name as confirmed_name,
        to_char(c.time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as confirmed_at
      from (${stations(asked, among, { columns, joins })}) s
        cross join lateral (${FLAGS}) r(rule, indicator, is_marked, value, bound)
        left join usage_confirmation c on c.item_id = s.id and c.rule = r.rule and c.indicator = r.indicator
          and c.value = round(r.value::numeric, 4)
      where (${IS_MARKED}) and r.is_marked and (r.rule <> ${sql.lit(CONFIRMED_HOURS)} or c.time is not null)`
  })
