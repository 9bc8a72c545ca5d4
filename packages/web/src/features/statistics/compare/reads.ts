import { useQuery } from '@tanstack/react-query'
import type { StatisticsGetScaleLayoutQuery } from '@xinchu/sdk'
import { type Amount, amountOf, withinPlace } from '@xinchu/validators'
import { useMemo } from 'react'
import type { Unit } from '../../../lib/units.ts'
import { statisticsQueries } from '../queries.ts'
import { rowsIn } from '../units.ts'
import type { ScaleFilter } from '../use-scale.ts'
import type { Side } from './sides.ts'

export type Dimension = NonNullable<StatisticsGetScaleLayoutQuery['groupBy']>[number]
type Sides = readonly [base: Side, current: Side]

/** Amounts of both sides, with the loading state for a card. */
export interface Amounts {
  base: readonly Amount[] | undefined
  current: readonly Amount[] | undefined
  error: Error | null
  isStale: boolean
  onRetry: () => void
}

function useAmounts(filter: ScaleFilter, unit: Unit, groupBy: readonly Dimension[], enabled: boolean) {
  const query = useQuery({
    ...statisticsQueries.scale({ ...filter, groupBy: [...groupBy] }),
    enabled,
  })
  const { data } = query
  const amounts = useMemo(() => data && rowsIn(data, unit).map(amountOf), [data, unit])
  return { ...query, amounts }
}

/** Amounts of the scope's divisions, largest first. */
export const usePlaceAmounts = (
  filter: ScaleFilter,
  unit: Unit,
  enabled: boolean,
): readonly Amount[] | undefined => useAmounts(filter, unit, ['region'], enabled).amounts

/**
 * Amounts of both sides by a dimension. Two places of one period are read together: a further place needs no further
 * call.
 */
export function useSides([base, current]: Sides, unit: Unit, dimension: Dimension): Amounts {
  const isByPlace = base.place !== current.place
  const groupBy: readonly Dimension[] = isByPlace ? ['region', dimension] : [dimension]
  const one = useAmounts(current.filter, unit, groupBy, true)
  const other = useAmounts(base.filter, unit, groupBy, true)
  const amounts = useMemo(() => {
    const of = (side: Side, all: readonly Amount[] | undefined) =>
      all && isByPlace ? withinPlace(all, side.place) : all
    return { base: of(base, other.amounts), current: of(current, one.amounts) }
  }, [base, current, isByPlace, other.amounts, one.amounts])
  return {
    ...amounts,
    error: one.error ?? other.error,
    isStale: one.isPlaceholderData || other.isPlaceholderData,
    onRetry: () => {
      void one.refetch()
      if (other.error) void other.refetch()
    },
  }
}

/** Power at the end of each year by division. */
export type Series = ReadonlyMap<string, readonly { year: number; power: number }[]>

/** Power of the divisions at the end of the years up to a side's period. */
export function useSeries({ filter }: Side, unit: Unit) {
  const { data, error, refetch, isPlaceholderData } = useQuery(
    statisticsQueries.scale({ ...filter, groupBy: ['region', 'year'] }),
  )
  const series: Series | undefined = useMemo(() => {
    if (!data) return undefined
    const found = new Map<string, { year: number; power: number }[]>()
    for (const { key = '', year = 0, ratedPower } of rowsIn(data, unit)) {
      const [place = ''] = key.split(',')
      found.set(place, [...(found.get(place) ?? []), { year, power: ratedPower }])
    }
    return found
  }, [data, unit])
  return { series, error, isStale: isPlaceholderData, onRetry: () => void refetch() }
}
