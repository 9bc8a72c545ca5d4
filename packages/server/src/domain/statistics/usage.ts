import type { components } from '@xinchu/sdk/schema'
import { closedQuarter, type Quarter, quarterDays, roundTo } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Caller } from '../caller.ts'
import { type StatFilter, statConditions } from './conditions.ts'
import { type Dimension, groupingOf, loadNames } from './dimensions.ts'

type UsageStatRow = components['schemas']['UsageStatRow']

export interface UsageRequest extends StatFilter {
  /** The year of the last quarter that is over where absent. */
  year?: number | undefined
  /** Every quarter that is over where absent. */
  quarter?: number | undefined
  dimensions: readonly Dimension[]
}

interface SummedUsage extends Record<`k${number}`, string | null> {
  year: number
  quarter: number
  due: number
  reported: number
  charge: number | null
  discharge: number | null
  paired_charge: number | null
  paired_discharge: number | null
  off_grid: number | null
  on_grid: number | null
  moved: number | null
  power: number | null
  energy: number | null
  allowed: number | null
  hours: number | null
  available: number | null
  outages: number | null
  revenue: number | null
}

function closedQuarters({ year, quarter }: UsageRequest, today: string): Quarter[] {
  const last = closedQuarter(today)
  const chosen = year ?? last.year
  return [1, 2, 3, 4]
    .filter((each) => (quarter ?? each) === each && chosen * 4 + each <= last.year * 4 + last.quarter)
    .map((each) => ({ year: chosen, quarter: each }))
}

// Energies are in 10 MWh; hours count from the commissioning on, and double energy is one whole cycle.
const sums = sql`count(*) as due, count(u.id) as reported,
  sum(u.charge_energy) as charge, sum(u.discharge_energy) as discharge,
  sum(u.charge_energy) filter (where u.discharge_energy is not null) as paired_charge,
  sum(u.discharge_energy) filter (where u.charge_energy is not null) as paired_discharge,
  sum(u.off_grid_energy) filter (where u.on_grid_energy is not null) as off_grid,
  sum(u.on_grid_energy) filter (where u.off_grid_energy is not null) as on_grid,
  sum((u.charge_energy + u.discharge_energy) * 10) as moved,
  sum(p.rated_power) filter (where u.charge_energy + u.discharge_energy is not null) as power,
  sum(p.rated_energy * 2) filter (where u.charge_energy + u.discharge_energy is not null) as energy,
  sum(p.rated_energy * 2 * coalesce(nullif(p.design_cycles_per_day, 0), 1) * t.hours / 24)
    filter (where u.charge_energy + u.discharge_energy is not null) as allowed,
  sum(t.hours) filter (where u.planned_outage_hours + u.unplanned_outage_hours is not null) as hours,
  sum(t.hours - u.planned_outage_hours - u.unplanned_outage_hours) as available,
  sum(u.unplanned_outage_times) as outages,
  sum(coalesce(u.revenue_spot, 0) + coalesce(u.revenue_ancillary, 0) + coalesce(u.revenue_lease, 0)
    + coalesce(u.revenue_capacity, 0) + coalesce(u.revenue_peak_valley, 0) + coalesce(u.revenue_other, 0))
    filter (where u.id is not null) as revenue`

async function summed(
  db: Db,
  request: UsageRequest,
  user: Caller,
  periods: readonly Quarter[],
): Promise<SummedUsage[]> {
  const keys = request.dimensions.map((each) => groupingOf(each, request).key)
  const days = periods.map(quarterDays)
  const { rows } = await sql<SummedUsage>`
    select ${sql.join([sql`q.year`, sql`q.quarter`, ...keys.map((key, at) => sql`${key} as ${sql.ref(`k${at}`)}`)])}, ${sums}
    from unnest(${periods.map(({ year }) => year)}::integer[], ${periods.map(({ quarter }) => quarter)}::integer[],
        ${days.map(({ first }) => first)}::date[], ${days.map(({ last }) => last)}::date[]) q(year, quarter, first, last)
      join es_project p on p.build_status in ('4', '5', '6') and p.commission_date <= q.last
        and (p.retire_date is null or p.retire_date >= q.first)
      cross join lateral (select (q.last - greatest(q.first, p.commission_date) + 1) * 24 as hours) t
      left join usage_report u on u.province_code = p.province_code and u.project_id = p.id
        and u.year = q.year and u.quarter = q.quarter and u.status in ('1', '3', '5')
    where ${statConditions(request, user)}
    group by ${sql.join([0, 0, ...keys].map((_, at) => sql.lit(at + 1)))}
    order by ${sql.join([0, 0, ...keys].map((_, at) => sql.lit(at + 1)))}`.execute(db)
  return rows
}

const ratio = (part: number | null, whole: number | null, factor = 1, decimals = 2) =>
  part === null || whole === null || whole <= 0 ? undefined : roundTo((part / whole) * factor, decimals)

const given = (value: number | null) => value ?? undefined

function figuresOf(row: SummedUsage): Partial<UsageStatRow> {
  const figures: Record<string, number | undefined> = {
    reportRate: ratio(row.reported, row.due, 100, 1),
    chargeEnergy: given(row.charge),
    dischargeEnergy: given(row.discharge),
    equivalentUtilizationHours: ratio(row.moved, row.power),
    equivalentCycles: ratio(row.moved, row.energy),
    conversionEfficiency: ratio(row.paired_discharge, row.paired_charge, 100),
    comprehensiveEfficiency: ratio(row.on_grid, row.off_grid, 100),
    availabilityFactor: ratio(row.available, row.hours, 100),
    unplannedOutageTimes: given(row.outages),
    utilizationIndex: ratio(row.moved, row.allowed, 100),
    revenue: given(row.revenue),
  }
  return Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined))
}

/**
 * How stations in operation were used, quarter by quarter and by the dimensions: means are weighted by capacity,
 * efficiencies sums over sums, of what was submitted and not handed back. Two queries, however many groups there are.
 */
export async function usageStatistics(
  db: Db,
  asked: UsageRequest,
  user: Caller,
  today: string,
): Promise<UsageStatRow[]> {
  // Each row stands for a quarter of a year as it is.
  const request = { ...asked, dimensions: asked.dimensions.filter((each) => each !== 'year') }
  const { dimensions } = request
  const periods = closedQuarters(request, today)
  const [rows, nameOf] = await Promise.all([
    summed(db, request, user, periods),
    loadNames(db, dimensions, request),
  ])
  return rows.map((row) => {
    const keys = dimensions.map((_, at) => row[`k${at}`] ?? '')
    const group =
      keys.length > 0
        ? {
            key: keys.join(','),
            label: dimensions.map((each, at) => nameOf(each, keys[at] ?? '')).join(' / '),
          }
        : {}
    const quarter = row.quarter as NonNullable<UsageStatRow['quarter']> // from the list of four above
    const counts = { reportedProjects: row.reported, dueProjects: row.due }
    return { year: row.year, quarter, ...group, ...counts, ...figuresOf(row) }
  })
}
