import { closedQuarter, type Quarter, quarterAfter, quarterDays } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { periodNumber } from '../../ledger/official.ts'
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

/**
 * Returns the number of the first period that was stored itself, as of an edition. Rows before it were made from those
 * stored later.
 */
export async function firstStored(db: Db, edition: number | undefined): Promise<number | undefined> {
  const { rows } = await sql<{ n: number | null }>`
    select min(year * 4 + quarter) as n from official_revision
    where origin = 'SYNC' and (${edition ?? null}::bigint is null or edition <= ${edition ?? null}::bigint)`.execute(
    db,
  )
  return rows[0]?.n ?? undefined
}

/** Parts of the pipeline that the data of a period hold: all; all but flow; or operating projects alone. */
export type Known = 'all' | 'noFlow' | 'operating'

/** Returns which parts the data of a source hold for a period. */
export async function knownOf(db: Db, { side, year, quarter = 4, edition }: StatSource): Promise<Known> {
  if (side !== 'warehouse' || year === undefined) return 'all'
  const first = await firstStored(db, edition)
  const asked = periodNumber({ year, quarter })
  if (first === undefined || asked < first) return 'operating'
  return asked === first ? 'noFlow' : 'all'
}
