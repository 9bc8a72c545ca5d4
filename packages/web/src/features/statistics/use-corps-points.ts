import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { regionQuery } from '../../app/session-queries.ts'
import type { Unit } from '../../lib/units.ts'
import { CORPS, XINJIANG } from '../../ui/form/regions.ts'
import type { PlacePoint } from './options/map-areas.ts'
import { statisticsQueries } from './queries.ts'
import { rowsIn } from './units.ts'
import type { ScaleFilter } from './use-scale.ts'

const NONE: readonly PlacePoint[] = []

/**
 * Divisions of the Corps for the map of Xinjiang, whose figures do not include them. Without a figure where the caller
 * may not read it.
 */
export function useCorpsPoints({ provinceCode, ...filter }: ScaleFilter, unit: Unit): readonly PlacePoint[] {
  const isWanted = provinceCode === XINJIANG
  const { data: tree } = useQuery(regionQuery)
  const { data } = useQuery({
    ...statisticsQueries.scale({ ...filter, provinceCode: CORPS, groupBy: ['region'] }),
    enabled: isWanted,
  })
  return useMemo(() => {
    if (!isWanted) return NONE
    const powers = new Map(rowsIn(data ?? [], unit).map(({ key, ratedPower }) => [key, ratedPower]))
    const divisions = tree?.find(({ value }) => value === CORPS)?.children ?? []
    return divisions.flatMap(({ value: code, label: name, shortName = name, lng, lat }) =>
      lng === undefined || lat === undefined
        ? []
        : [{ name, label: shortName, value: powers.get(code), position: [lng, lat] as const }],
    )
  }, [isWanted, data, tree, unit])
}
