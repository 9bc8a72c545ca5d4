import type { StatPeriod } from '@xinchu/sdk'
import { type Quarter, quarterAfter } from '@xinchu/validators'

/** An earlier period to compare with. */
export interface Base {
  /** Word before a change. */
  caption: string
  /** Whether it is the same time of the year before. */
  isYearAgo: boolean
  /** The period in words. */
  name: string
  year: number
  quarter: StatPeriod['quarter']
}

export interface Bases {
  /** The same time a year before, or the end of the last year for the records of today. */
  year?: Base
  /** The quarter before. */
  quarter?: Base
}

export const endName = ({ year, quarter }: Quarter): string =>
  quarter === 4 ? `${year}年底` : `${year}年${quarter * 3}月底`

interface BaseRequest {
  side: 'work' | 'warehouse'
  /** Undefined for the working records of today. */
  period: StatPeriod | undefined
  periods: readonly StatPeriod[]
  thisYear: number
}

/**
 * Periods to compare with, of those that have figures. Official figures of a period whose own were never stored continue
 * those of an earlier one, so that a change would only say that nothing was stored.
 */
export function basesOf({ side, period, periods, thisYear }: BaseRequest): Bases {
  const isContinued = (each: StatPeriod) => side === 'warehouse' && each.status === 'CONTINUED'
  if (period && isContinued(period)) return {}
  const find = (caption: string, wanted: Quarter, isYearAgo = false): Base | undefined => {
    const found = periods.find(({ year, quarter }) => year === wanted.year && quarter === wanted.quarter)
    if (!found || isContinued(found)) return undefined
    const { year, quarter } = found
    return { caption, isYearAgo, name: endName(found), year, quarter }
  }
  const year = period
    ? find('同比', { ...period, year: period.year - 1 }, true)
    : find('较上年末', { year: thisYear - 1, quarter: 4 })
  const quarter = period && find('环比', quarterAfter(period, -1))
  return { ...(year && { year }), ...(quarter && { quarter }) }
}
