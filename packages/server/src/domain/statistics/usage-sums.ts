import { type Quarter, quarterDays } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { REPORTING } from '../flow/report-states.ts'
import { periodNumber } from '../ledger/official.ts'
import { statConditions } from './conditions.ts'
import { type Dimension, groupingOf } from './dimensions.ts'
import type { StatFilter } from './filter.ts'
import type { Among } from './kept-sums.ts'
import { addedUp, type ProvinceUsage, type SummedUsage } from './usage-totals.ts'
import {
  inPeriod,
  isCounted,
  revenueSum,
  type UseSource,
  useProjects,
  useReports,
  useSums,
} from './use-source.ts'

interface Asked extends StatFilter, UseSource {
  dimensions: readonly Dimension[]
}

interface Read extends Asked {
  among: Among
}

/** SQL condition: a station (`p`) is in operation on some day of a period. */
export const inUse = (first: RawBuilder<unknown>, last: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(p.commission_date <= ${last} and (p.retire_date is null or p.retire_date >= ${first}))`

/** SQL conditions on the projects (`p`) that report their use. */
export function reportingConditions(filter: StatFilter, user: Caller): RawBuilder<boolean> {
  const { buildStatus } = filter
  const states = buildStatus?.length ? REPORTING.filter((each) => buildStatus.includes(each)) : REPORTING
  return sql<boolean>`${statConditions(filter, user)} and p.build_status = any(${[...states]}::text[])`
}

/** Stations due to report by group and province, in one pass for any number of quarters. */
function due({ among, ...asked }: Read, user: Caller, periods: readonly Quarter[]): RawBuilder<unknown> {
  const counts = periods.map((period, at) => {
    const { first, last } = quarterDays(period)
    const isDue = sql`${inUse(sql`${first}::date`, sql`${last}::date`)} and ${inPeriod(asked, sql`${periodNumber(period)}::integer`)}`
    return sql`count(*) filter (where ${isDue}) as ${sql.ref(`q${at}`)},
      sum(p.rated_power) filter (where ${isDue}) as ${sql.ref(`p${at}`)}`
  })
  const names = asked.dimensions.map((_, at) => sql.ref(`k${at}`))
  const unfolded = periods.map(
    ({ quarter }, at) => sql`(${sql.lit(quarter)}, ${sql.ref(`q${at}`)}, ${sql.ref(`p${at}`)})`,
  )
  return sql`
    select ${sql.join([...names, sql`g.province_code`, sql`v.quarter`, sql`v.due`, sql`v.power`])}
    from (
      select ${sql.join([...keysOf(asked), sql`p.province_code`, ...counts])} from ${useProjects(asked)}
      where ${reportingConditions(asked, user)} and ${among('p')}
      group by ${sql.join([...names, 0].map((_, at) => sql.lit(at + 1)))}) g
    cross join lateral (values ${sql.join(unfolded)}) v(quarter, due, power) where v.due > 0`
}

/** Sums the reports that lack the other value, because almost all have both. Energies in 10 MWh; a full cycle is charging plus discharging; days count from commissioning. */
const both = sql`u.charge_energy is not null and u.discharge_energy is not null`
const reportedSums = (
  source: UseSource,
) => sql`count(*) as reported, sum(p.rated_power) as reported_power, sum(u.charge_energy) as charge, sum(u.discharge_energy) as discharge,
  count(*) filter (where ${both}) as pairs,
  coalesce(sum(u.charge_energy) filter (where u.discharge_energy is null), 0) as lone_charge,
  coalesce(sum(u.discharge_energy) filter (where u.charge_energy is null), 0) as lone_discharge,
  sum(u.off_grid_energy) filter (where u.on_grid_energy is not null) as off_grid,
  sum(u.on_grid_energy) filter (where u.off_grid_energy is not null) as on_grid,
  sum(p.rated_power) filter (where ${both}) as power, sum(p.rated_energy) filter (where ${both}) as capacity,
  sum(p.rated_energy * coalesce(nullif(p.design_cycles_per_day, 0), 1) * d.days) filter (where ${both}) as cycled,
  sum(d.days) filter (where u.planned_outage_hours is not null and u.unplanned_outage_hours is not null) as days,
  sum(u.planned_outage_hours + u.unplanned_outage_hours) as stood, sum(u.unplanned_outage_times) as outages,
  ${revenueSum(source)} as revenue`

/** Sums reports that count by group, province and quarter. */
function reported({ among, ...asked }: Read, user: Caller, periods: readonly Quarter[]): RawBuilder<unknown> {
  const days = periods.map((period) => ({ ...period, ...quarterDays(period) }))
  const ofQuarter = (day: 'first' | 'last') =>
    sql`case u.quarter ${sql.join(
      days.map((each) => sql`when ${sql.lit(each.quarter)} then ${each[day]}::date`),
      sql` `,
    )} end`
  // For a province, reports are filtered by it. For the nation the planner would misjudge that condition.
  const isWithinProvince = asked.provinceCode?.length === 1 || user.provinceCode !== undefined
  const groups = [...asked.dimensions, 0, 0].map((_, at) => sql.lit(at + 1))
  return sql`
    select ${sql.join([...keysOf(asked), sql`p.province_code`, sql`u.quarter`, reportedSums(asked)])}
    from ${useReports(asked)} u
      join ${useProjects(asked)} on p.id = u.project_id ${isWithinProvince ? sql`and p.province_code = u.province_code` : sql``}
      cross join lateral (select ${ofQuarter('first')} as first, ${ofQuarter('last')} as last) q
      cross join lateral (select q.last - greatest(q.first, p.commission_date) + 1 as days) d
    where u.year = ${days[0]?.year ?? 0} and u.quarter = any(${days.map(({ quarter }) => quarter)}::smallint[])
      and ${isCounted(asked)} and ${inPeriod(asked, sql`u.year * 4 + u.quarter`)} and ${reportingConditions(asked, user)} and ${among('p')} and ${among('u')}
      and ${inUse(sql`q.first`, sql`q.last`)}
    group by ${sql.join(groups)}`
}

/** Keys of a station's groups, by default named `k0` and so on. */
export const keysOf = (asked: Asked, isNamed = true): RawBuilder<unknown>[] =>
  asked.dimensions.map((each, at) => {
    const key = sql`coalesce(${groupingOf(each, asked).key}, '')`
    return isNamed ? sql`${key} as ${sql.ref(`k${at}`)}` : key
  })

/** Sums due and submitted reports of one year's quarters by group and province. */
function summed(read: Read, user: Caller, periods: readonly Quarter[]): RawBuilder<ProvinceUsage> {
  const names = read.dimensions.map((_, at) => sql.ref(`k${at}`))
  const keys = [sql.ref('quarter'), sql.ref('province_code'), ...names]
  return sql<ProvinceUsage>`
    with due as (${due(read, user, periods)}), reported as (${reported(read, user, periods)})
    select ${sql.join(keys)}, ${periods[0]?.year ?? 0}::integer as year, due.due, coalesce(r.reported, 0) as reported,
      due.power as due_power, r.reported_power,
      r.charge, r.discharge, b.charge as paired_charge, b.discharge as paired_discharge, r.off_grid, r.on_grid,
      (b.charge + b.discharge) * 10 as moved, r.power, r.capacity * 2 as energy, r.cycled * 2 as allowed,
      r.days * 24 as hours, r.days * 24 - r.stood as available, r.outages, r.revenue
    from due left join reported r using (${sql.join(keys)})
      left join lateral (select r.charge - r.lone_charge as charge, r.discharge - r.lone_discharge as discharge
        where r.pairs > 0) b on true`
}

/** Returns due and submitted reports of one year's quarters by group, in two queries; sums of provinces are kept. */
export async function sumUsage(
  db: Db,
  asked: Asked,
  user: Caller,
  periods: readonly Quarter[],
): Promise<SummedUsage[]> {
  const kept = { source: asked, parts: { quarters: periods.map(periodNumber) } }
  const rows = await useSums(db, kept, (among) => summed({ ...asked, among }, user, periods))
  return addedUp(rows, asked.dimensions.length)
}
