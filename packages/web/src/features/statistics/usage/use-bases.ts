import { useQuery } from '@tanstack/react-query'
import type { StatPeriod, UsageStatRow } from '@xinchu/sdk'
import { type ChangeBase, changeBases } from '@xinchu/validators'
import { thisYear } from '../../../lib/beijing.ts'
import { usePeriods } from '../use-periods.ts'
import { usePeriodsThen } from '../use-periods-then.ts'
import type { UsageFilter } from '../use-usage.ts'
import { usageQueries } from './queries.ts'

/** The use of the whole at an earlier quarter, with the word of the change. */
export type UseBase = readonly [words: string, base: UsageStatRow | undefined]

interface UseBases {
  /** The same quarter of the year before. */
  year: UseBase | undefined
  /** The quarter before. */
  quarter: UseBase | undefined
}

function useBase(filter: UsageFilter, base: ChangeBase<StatPeriod> | undefined): UseBase | undefined {
  const { year, quarter } = base?.period ?? {}
  const { data } = useQuery({
    ...usageQueries.usage({ ...filter, ...(year && quarter ? { year, quarter } : {}) }),
    enabled: base !== undefined,
  })
  const row = data?.find((each) => each.year === year && each.quarter === quarter)
  return base && [base.caption, row]
}

/** Quarters that the use of a quarter is compared with, by the rule of scale and of bulletins. */
export function useBases(
  filter: UsageFilter,
  { year, quarter }: Pick<StatPeriod, 'year' | 'quarter'>,
): UseBases {
  const { periods } = usePeriodsThen(usePeriods(undefined), filter.asOf)
  const period = periods.find((each) => each.year === year && each.quarter === quarter)
  const side = filter.source ?? 'work'
  const bases = period ? changeBases({ side, period, periods, thisYear: thisYear() }) : {}
  return { year: useBase(filter, bases.year), quarter: useBase(filter, bases.quarter) }
}
