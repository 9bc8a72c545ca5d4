import { isPublished } from './page-conditions.ts'
import { PERIOD_STATUS, type SourcePeriod } from './period-status.ts'
import { type FigureState, figureState } from './source-line.ts'

/** What says which months a year has figures of. */
export interface Years {
  /** The chosen period; undefined for the working records of today. */
  period: SourcePeriod | undefined
  /** Listed periods, latest first. */
  periods: readonly SourcePeriod[]
  side: 'work' | 'warehouse'
  thisYear: number
}

/** A row of figures by year. */
interface YearRow {
  year?: number
  label?: string
}

/** The period whose end a year's figures are of: the chosen one in its year, else the last that is listed. */
const endOf = (year: number | undefined, { period, periods }: Years): SourcePeriod | undefined =>
  period?.year === year ? period : periods.find((each) => each.year === year)

const isOfToday = ({ year }: YearRow, { side, period, thisYear }: Years): boolean =>
  side === 'work' && year === thisYear && period?.year !== year

/** Whether a row is of a year that has not ended, so that nothing of whole years is comparable with it. */
export const isRunningYear = (row: YearRow, years: Years): boolean =>
  isOfToday(row, years) || (endOf(row.year, years)?.quarter ?? 4) < 4

/** The months of a year that a row is of, such as 2026年1—9月. */
export function yearMonths(row: YearRow, years: Years): string {
  const { year, label = '' } = row
  if (isOfToday(row, years)) return `${year}年（截至目前）`
  const end = endOf(year, years)
  return end && end.quarter < 4 ? `${year}年1—${end.quarter * 3}月` : label
}

/** The same with the status of its official figures unless they are published. */
export function yearName(row: YearRow, years: Years): string {
  const months = yearMonths(row, years)
  const end = endOf(row.year, years)
  if (years.side === 'work' || !end || isPublished(end)) return months
  return `${months}（${PERIOD_STATUS[end.status]}）`
}

/** Status and batch of a year's figures; undefined for a year whose end is not listed. */
export function yearState(row: YearRow, years: Years): FigureState | undefined {
  const end = isOfToday(row, years) ? undefined : endOf(row.year, years)
  return years.side === 'work' || end ? figureState(years.side, end) : undefined
}
