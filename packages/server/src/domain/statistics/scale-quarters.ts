import type { components } from '@xinchu/contract/schema'
import { closedQuarter, periodAsOf, type Quarter, quarterAfter, roundTo } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { officialRows, periodNumber } from '../ledger/official.ts'
import { reply } from '../reply.ts'
import { type ScaleFilter, scaleConditions } from './conditions.ts'
import { type Among, projectSums } from './kept-sums.ts'
import { ownBatches } from './own-batches.ts'
import { statPeriods } from './periods.ts'
import { publications } from './publications.ts'
import { projectsOf } from './source.ts'

type QuarterRow = components['schemas']['ScaleQuarterRow']

export interface QuartersRequest extends ScaleFilter {
  /** Most quarters of the reply. */
  quarters: number
  /** Batch or moment that the edition is of. */
  asOf?: string | undefined
}

/** Sums of projects commissioned in one quarter. */
interface Cell {
  province_code: string
  /** Number of the quarter; null without a commissioning date. */
  entered: number | null
  /** Numbers of the periods in which official rows count; working records count in all. */
  from_period: number
  to_period: number | null
  count: number
  power: number
  energy: number
}

const DECIMALS = 4

function summed(request: QuartersRequest, user: Caller, among: Among): RawBuilder<Cell> {
  const isStored = request.side === 'warehouse'
  const range = isStored ? sql`p.from_period, p.to_period` : sql`0 as from_period, null::integer as to_period`
  return sql<Cell>`
    select p.province_code, (extract(year from p.commission_date) * 4 + extract(quarter from p.commission_date))::integer
        as entered, ${range}, count(*) as count, coalesce(sum(p.rated_power), 0) as power,
      coalesce(sum(p.rated_energy), 0) as energy
    from ${isStored ? officialRows(request.edition) : projectsOf(request)}
    where ${scaleConditions(request, user)} and ${among('p')} group by 1, 2, 3, 4`
}

/** Scale at the end of a quarter, of the rows that count in it. A project without a date counts in every quarter. */
function rowOf(cells: readonly Cell[], period: Quarter): Omit<QuarterRow, 'status' | 'batch'> {
  const number = periodNumber(period)
  const sums = { count: 0, power: 0, energy: 0, addPower: 0, addEnergy: 0 }
  for (const { entered, from_period, to_period, ...cell } of cells) {
    const counts = from_period <= number && (to_period === null || to_period >= number)
    if (!counts || (entered !== null && entered > number)) continue
    sums.count += cell.count
    sums.power += cell.power
    sums.energy += cell.energy
    if (entered !== number) continue
    sums.addPower += cell.power
    sums.addEnergy += cell.energy
  }
  const { count, power, energy } = sums
  return {
    year: period.year,
    quarter: period.quarter as QuarterRow['quarter'], // one of the four
    projectCount: count,
    ratedPower: roundTo(power, DECIMALS),
    ratedEnergy: roundTo(energy, DECIMALS),
    ...(power > 0 ? { avgDuration: roundTo(energy / power, DECIMALS) } : {}),
    addPower: roundTo(sums.addPower, DECIMALS),
    addEnergy: roundTo(sums.addEnergy, DECIMALS),
  }
}

type State = Pick<QuarterRow, 'status' | 'batch'>

/** Batch and status of quarters that have a batch of their own, now or as it was then, by number. */
async function statesOf(
  db: Db,
  quarters: readonly Quarter[],
  { asOf, edition }: Pick<QuartersRequest, 'asOf' | 'edition'>,
  now: Date,
): Promise<ReadonlyMap<number, State>> {
  const [own, batches] = await Promise.all([
    ownBatches(db, edition),
    asOf === undefined ? [] : publications(db, {}),
  ])
  const periods =
    asOf === undefined
      ? await statPeriods(db, now, quarters)
      : quarters.map((each) => periodAsOf(each, asOf, batches))
  return new Map(
    periods.flatMap(({ status, batch, ...each }) =>
      // A quarter without one would borrow the figures of another.
      own.all.has(periodNumber(each)) && batch ? [[periodNumber(each), { status, batch }] as const] : [],
    ),
  )
}

/**
 * Returns scale at the ends of quarters up to a period, the earliest first. Official figures of each are of its own
 * batch, so an earlier quarter does not change with a later one.
 */
export async function scaleQuarters(
  db: Db,
  request: QuartersRequest,
  user: Caller,
  now: Date,
): Promise<QuarterRow[]> {
  const { year, quarter = 4, quarters: most, side } = request
  const last = year === undefined ? closedQuarter(day(now)) : { year, quarter }
  const quarters = Array.from({ length: most }, (_, at) => quarterAfter(last, at + 1 - most))
  const [cells, states] = await Promise.all([
    projectSums(db, side, (among) => summed({ ...request, ...last }, user, among)),
    side === 'warehouse' ? statesOf(db, quarters, request, now) : undefined,
  ])
  return quarters
    .filter((each) => !states || states.has(periodNumber(each)))
    .map((each) => reply<QuarterRow>({ ...rowOf(cells, each), ...states?.get(periodNumber(each)) }))
}
