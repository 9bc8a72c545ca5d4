import { closedQuarter, type Quarter, quarterAfter, quarterDays } from '@xinchu/validators'
import type { Db } from '../../../db/database.ts'
import { periodNumber } from '../../ledger/official.ts'
import { ownBatches } from '../own-batches.ts'
import type { StatSource } from '../source.ts'

/** The days that a statistic of stages compares. */
export interface PipelineSpan {
  /** Last day, yyyy-MM-dd. */
  day: string
  /** Last day of the quarter before it. */
  previousDay: string
  /** Rows that count at the last day, and at the one before it. */
  now: StatSource
  before: StatSource
}

/** Returns what is compared in a period; without one, today with the last quarter that ended. */
export function spanOf({ year, quarter = 4, ...source }: StatSource, today: string): PipelineSpan {
  if (year === undefined) {
    const previous = closedQuarter(today)
    return { day: today, previousDay: quarterDays(previous).last, now: source, before: source }
  }
  const period: Quarter = { year, quarter }
  const previous = quarterAfter(period, -1)
  return {
    day: quarterDays(period).last,
    previousDay: quarterDays(previous).last,
    now: { ...source, ...period },
    before: { ...source, ...previous },
  }
}

/** Parts of the pipeline that the data of a period hold: all; all but flow; or operating projects alone. */
export type Known = 'all' | 'noFlow' | 'operating'

/**
 * Returns which parts the data of a source hold for a period. Stages are known of a period that was stored itself, and flow
 * if the one before it was, too: a quarter that was skipped has the rows of another.
 */
export async function knownOf(db: Db, { side, year, quarter = 4, edition }: StatSource): Promise<Known> {
  if (side !== 'warehouse' || year === undefined) return 'all'
  const { all, firstStored } = await ownBatches(db, edition)
  const asked = periodNumber({ year, quarter })
  const isOwn = (n: number) => firstStored !== undefined && n >= firstStored && all.has(n)
  if (!isOwn(asked)) return 'operating'
  return isOwn(asked - 1) ? 'all' : 'noFlow'
}
