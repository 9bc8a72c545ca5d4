import { type Quarter, quarterAfter } from '../usage/period.ts'
import { isPublished } from './page-conditions.ts'
import type { SourcePeriod } from './period-status.ts'

/** An earlier period that figures are compared with. */
export interface ChangeBase<Period extends SourcePeriod = SourcePeriod> {
  /** Word before a change, with a mark if either figure may still change. */
  caption: string
  /** Whether it is the same time of the year before. */
  isYearAgo: boolean
  /** The end of the period, in words. */
  name: string
  period: Period
}

export interface ChangeBases<Period extends SourcePeriod = SourcePeriod> {
  /** The same time a year before; for the records of today the end of the last year. */
  year?: ChangeBase<Period> | undefined
  /** The quarter before. */
  quarter?: ChangeBase<Period> | undefined
}

export interface ChangeRequest<Period extends SourcePeriod = SourcePeriod> {
  /** Official figures are never compared with working ones. */
  side: 'work' | 'warehouse'
  /** Undefined for the working records of today. */
  period: Period | undefined
  /** Periods that may have figures. */
  periods: readonly Period[]
  thisYear: number
}

/** Whether a batch of the period, or of a later one, holds its official figures. Without one they would be borrowed. */
export const isStoredPeriod = ({ year, quarter, batch = '' }: SourcePeriod): boolean =>
  batch >= `${year}Q${quarter}`

export const PROVISIONAL_MARK = '（暂行）'

/** The end of a period in words, such as 2025年9月底. */
export const endName = ({ year, quarter }: Quarter): string =>
  quarter === 4 ? `${year}年底` : `${year}年${quarter * 3}月底`

/**
 * Returns the periods that figures are compared with, for screens, files and bulletins alike: those that have figures of
 * their own on the same side. A change is provisional unless both periods are published.
 */
export function changeBases<Period extends SourcePeriod>({
  side,
  period,
  periods,
  thisYear,
}: ChangeRequest<Period>): ChangeBases<Period> {
  const hasFigures = (each: Period) => side === 'work' || isStoredPeriod(each)
  if (period && !hasFigures(period)) return {}
  const isFinal = (each: Period) => side === 'warehouse' && isPublished(each)
  const find = (word: string, wanted: Quarter, isYearAgo = false): ChangeBase<Period> | undefined => {
    const found = periods.find(({ year, quarter }) => year === wanted.year && quarter === wanted.quarter)
    if (!found || !hasFigures(found)) return undefined
    const isSettled = period === undefined || (isFinal(period) && isFinal(found))
    return {
      caption: isSettled ? word : `${word}${PROVISIONAL_MARK}`,
      isYearAgo,
      name: endName(found),
      period: found,
    }
  }
  return {
    year: period
      ? find('同比', quarterAfter(period, -4), true)
      : find('较上年末', { year: thisYear - 1, quarter: 4 }),
    quarter: period && find('环比', quarterAfter(period, -1)),
  }
}
