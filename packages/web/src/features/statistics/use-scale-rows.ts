import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { statisticsQueries } from './queries.ts'
import { rowsIn, type Unit } from './units.ts'
import type { ScaleFilter } from './use-scale.ts'

type GroupBy = NonNullable<Parameters<typeof statisticsQueries.scale>[0]['groupBy']>

export interface PartProps {
  filter: ScaleFilter
  unit: Unit
  /** False until the period is known. */
  isReady: boolean
}

/** Rows of scale in the chosen unit, with the loading state for a card. */
export function useRows({ filter, unit, isReady }: PartProps, groupBy: GroupBy) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...statisticsQueries.scale({ ...filter, groupBy }),
    enabled: isReady,
  })
  const rows = useMemo(() => data && rowsIn(data, unit), [data, unit])
  return { rows, error, isStale: isPlaceholderData, onRetry: () => void refetch() }
}
