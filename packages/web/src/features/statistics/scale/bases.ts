import type { StatPeriod } from '@xinchu/sdk'
import { type ChangeBase, type ChangeRequest, changeBases, type Quarter } from '@xinchu/validators'

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

const baseOf = ({ caption, isYearAgo, period }: ChangeBase<StatPeriod>): Base => ({
  ...{ caption, isYearAgo, name: endName(period) },
  ...{ year: period.year, quarter: period.quarter },
})

/** Periods to compare with, by the rule of all outlets. */
export function basesOf(request: ChangeRequest<StatPeriod>): Bases {
  const { year, quarter } = changeBases(request)
  return { ...(year && { year: baseOf(year) }), ...(quarter && { quarter: baseOf(quarter) }) }
}
