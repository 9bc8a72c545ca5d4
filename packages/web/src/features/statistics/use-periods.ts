import { useQuery } from '@tanstack/react-query'
import { isPublished, periodOf } from '@xinchu/validators'
import { statPeriods } from '../../records/stat-periods.ts'

/**
 * The finished periods, latest first, and the chosen one: by default the latest published, or the latest if none was.
 * @param asked like 2025Q4, from the address
 * @param most number of periods to choose from
 */
export function usePeriods(asked: unknown, most?: number) {
  const { data, error, refetch } = useQuery(statPeriods)
  const periods = data?.slice(0, most) ?? []
  const published = periods.find(isPublished)
  const period = periodOf(periods, asked)
  return {
    periods,
    period,
    published,
    isPending: !data && !error,
    error: data ? null : error,
    retry: () => void refetch(),
  }
}

export type Periods = ReturnType<typeof usePeriods>
