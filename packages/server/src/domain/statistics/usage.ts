import type { components } from '@xinchu/contract/schema'
import { closedQuarter, type Quarter, roundTo } from '@xinchu/validators'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { type Dimension, loadNames } from './dimensions.ts'
import type { StatFilter } from './filter.ts'
import { sumUsage } from './usage-sums.ts'
import type { SummedUsage } from './usage-totals.ts'
import { periodsWithUse, type UseSource } from './use-source.ts'

type UsageStatRow = components['schemas']['UsageStatRow']

export interface UsageRequest extends StatFilter, UseSource {
  /** Default: the year of the last finished quarter. */
  year?: number | undefined
  /** Default: all finished quarters. */
  quarter?: number | undefined
  dimensions: readonly Dimension[]
}

function closedQuarters({ year, quarter }: UsageRequest, today: string): Quarter[] {
  const last = closedQuarter(today)
  const chosen = year ?? last.year
  return [1, 2, 3, 4]
    .filter((each) => (quarter ?? each) === each && chosen * 4 + each <= last.year * 4 + last.quarter)
    .map((each) => ({ year: chosen, quarter: each }))
}

/** Finished quarters of a request that have figures of use. */
async function periodsOf(db: Db, request: UsageRequest, today: string): Promise<Quarter[]> {
  const closed = closedQuarters(request, today)
  if (request.side !== 'warehouse') return closed
  return periodsWithUse(db, request, closed)
}

const ratio = (part: number | null, whole: number | null, factor = 1) =>
  part === null || whole === null || whole <= 0 ? undefined : roundTo((part / whole) * factor, 4)

const given = (value: number | null) => value ?? undefined

function figuresOf(row: SummedUsage): Partial<UsageStatRow> {
  const figures: Record<string, number | undefined> = {
    reportRate: ratio(row.reported, row.due, 100),
    powerRate: ratio(row.reported_power, row.due_power, 100),
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
 * Returns the use of operating stations by quarter and dimensions. Means are weighted by capacity, efficiencies are sums
 * over sums, of submitted and not returned reports, or of those in the official batch of each quarter. Two queries; three
 * of official data.
 */
export async function usageStatistics(
  db: Db,
  asked: UsageRequest,
  user: Caller,
  today: string,
): Promise<UsageStatRow[]> {
  // Each row is one quarter and is not extrapolated.
  const request = { ...asked, dimensions: asked.dimensions.filter((each) => each !== 'year') }
  const { dimensions } = request
  const periods = await periodsOf(db, request, today)
  if (periods.length === 0) return []
  const [rows, nameOf] = await Promise.all([
    sumUsage(db, request, user, periods),
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
