import { useQuery } from '@tanstack/react-query'
import type { StatPeriod } from '@xinchu/sdk'
import { statPeriods } from '../../app/stat-periods.ts'

type Period = Pick<StatPeriod, 'year' | 'quarter'>

export const textOf = ({ year, quarter }: Period): string => `${year}Q${quarter}`

const isPublished = ({ status }: StatPeriod) => status === 'OFFICIAL' || status === 'REVISED'

/**
 * The finished periods, latest first, and the chosen one: by default the latest published, or the latest if none was.
 * @param asked like 2025Q4, from the address
 * @param most number of periods to choose from
 */
export function usePeriods(asked: unknown, most?: number) {
  const { data, error, refetch } = useQuery(statPeriods)
  const periods = data?.slice(0, most) ?? []
  const published = periods.find(isPublished)
  const period = periods.find((each) => textOf(each) === asked) ?? published ?? periods[0]
  return { periods, period, published, isPending: !data && !error, error, retry: () => void refetch() }
}

export type Periods = ReturnType<typeof usePeriods>
