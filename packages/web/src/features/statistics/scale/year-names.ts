import type { ScaleLayoutRow, StatPeriod } from '@xinchu/sdk'
import { isPublished, PERIOD_STATUS } from '@xinchu/validators'

/** What says which months a year has figures of. */
export interface Years {
  /** The chosen period; undefined for the working records of today. */
  period: StatPeriod | undefined
  /** Listed periods, latest first. */
  periods: readonly StatPeriod[]
  side: 'work' | 'warehouse'
  thisYear: number
}

/** The period whose end a year's figures are of: the chosen one in its year, else the last that is listed. */
const endOf = (year: number | undefined, { period, periods }: Years): StatPeriod | undefined =>
  period?.year === year ? period : periods.find((each) => each.year === year)

const isOfToday = ({ year }: ScaleLayoutRow, { side, period, thisYear }: Years): boolean =>
  side === 'work' && year === thisYear && period?.year !== year

/** Whether a row is of a year that has not ended, so that nothing of whole years is comparable with it. */
export const isRunning = (row: ScaleLayoutRow, years: Years): boolean =>
  isOfToday(row, years) || (endOf(row.year, years)?.quarter ?? 4) < 4

/** The months of a year that a row is of, with the status of its figures unless they are published. */
export function yearName(row: ScaleLayoutRow, years: Years): string {
  const { year, label = '' } = row
  if (isOfToday(row, years)) return `${year}年（截至目前）`
  const end = endOf(year, years)
  if (!end) return label
  const months = end.quarter < 4 ? `${year}年1—${end.quarter * 3}月` : label
  if (years.side === 'work') return months
  return isPublished(end) ? months : `${months}（${PERIOD_STATUS[end.status]}）`
}
