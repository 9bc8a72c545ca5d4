import { useQuery } from '@tanstack/react-query'
import type { ScaleLayoutRow } from '@xinchu/sdk'
import { useMemo } from 'react'
import type { Unit } from '../../lib/units.ts'
import { statisticsQueries } from './queries.ts'
import type { Base } from './scale/bases.ts'
import { rowsIn } from './units.ts'
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

interface BaseRows {
  /** Undefined while loading, and without such a period. */
  rows: readonly ScaleLayoutRow[] | undefined
  isLoading: boolean
}

/** Rows of the same groups at an earlier period. */
export function useBaseRows(
  part: PartProps,
  base: Base | undefined,
  groupBy: Parameters<typeof useRows>[1],
): BaseRows {
  const { filter, isReady } = part
  const period = base && { year: base.period.year, quarter: base.period.quarter }
  const { rows, isStale, error } = useRows(
    { ...part, filter: { ...filter, ...period }, isReady: isReady && base !== undefined },
    groupBy,
  )
  const known = base && !isStale ? rows : undefined
  return { rows: known, isLoading: base !== undefined && !known && !error }
}
