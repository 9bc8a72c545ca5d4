import type { UsageStatRow } from '@xinchu/sdk'
import { type FigureState, figureState } from '@xinchu/validators'
import type { Periods } from '../use-periods.ts'
import { usePeriodsThen } from '../use-periods-then.ts'
import type { UsageFilter } from '../use-usage.ts'

/** Returns the state of the figures of a quarter, as of the page's batch or moment. */
export function useStates({ source = 'work', asOf }: UsageFilter, periods: Periods) {
  const then = usePeriodsThen(periods, asOf).periods
  return ({ year, quarter }: UsageStatRow): FigureState =>
    figureState(
      source,
      then.find((each) => each.year === year && each.quarter === quarter),
    )
}
