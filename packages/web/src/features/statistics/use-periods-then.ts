import { useQuery } from '@tanstack/react-query'
import type { StatPeriod } from '@xinchu/sdk'
import { isPublished, periodAsOf } from '@xinchu/validators'
import { publicationsOf } from '../../records/publications.ts'
import type { Periods } from './use-periods.ts'

/** The periods with the batches and the status that they had at a batch or moment; those of today without one. */
export function usePeriodsThen(periods: Periods, asOf: string | undefined): Periods {
  const { data, error, refetch } = useQuery({ ...publicationsOf({}), enabled: asOf !== undefined })
  if (asOf === undefined) return periods
  const isPending = periods.isPending || (!data && !error)
  const then = (period: StatPeriod): StatPeriod => {
    const { year, quarter } = period
    return { ...periodAsOf(period, asOf, data ?? []), year, quarter }
  }
  const retry = () => {
    periods.retry()
    return void refetch()
  }
  if (!data)
    return {
      ...periods,
      periods: [],
      period: undefined,
      published: undefined,
      isPending,
      error: periods.error ?? error,
      retry,
    }
  const all = periods.periods.map(then)
  return {
    ...periods,
    periods: all,
    published: all.find(isPublished),
    period: periods.period && then(periods.period),
    isPending,
    retry,
  }
}
