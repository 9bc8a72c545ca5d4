import type { StatPeriod, UsageStatRow } from '@xinchu/sdk'
import { type FigureState, figureState, PERIOD_STATUS, quarterName } from '@xinchu/validators'
import type { UsageFilter } from '../use-usage.ts'

const periodIn = (periods: readonly StatPeriod[], { year, quarter }: UsageStatRow) =>
  periods.find((each) => each.year === year && each.quarter === quarter)

/** Name of a quarter of use. */
export const nameOfUse = ({ year, quarter = 1 }: UsageStatRow): string => quarterName({ year, quarter })

/** State of the figures of a quarter by the periods of the page. */
export const stateOfUse =
  ({ source = 'work' }: UsageFilter, periods: readonly StatPeriod[]) =>
  (row: UsageStatRow): FigureState =>
    figureState(source, periodIn(periods, row))

/** The word of a quarter whose figures are not published, of working ones whose period is not; undefined for others. */
export const openWordOf = (periods: readonly StatPeriod[], row: UsageStatRow): string | undefined => {
  const status = periodIn(periods, row)?.status ?? 'PROVISIONAL'
  return status === 'PROVISIONAL' ? PERIOD_STATUS[status] : undefined
}
