import { useQuery } from '@tanstack/react-query'
import type { StatisticsGetScaleLayoutQuery } from '@xinchu/sdk'
import { sessionQueries } from '../../app/session-queries.ts'
import { usePorts } from '../../ui/ports.ts'

/** Whose figures a page shows: the nation's, a region's provinces, or one province's cities. */
export type ScaleLevel = 'nation' | 'region' | 'province'

export type ScaleFilter = Pick<
  StatisticsGetScaleLayoutQuery,
  'year' | 'provinceCode' | 'cityCode' | 'techType' | 'appScenario' | 'source'
>

const FIRST_YEAR = 2015

const asText = (value: string | number | undefined) => (value === undefined ? undefined : String(value))

/** The conditions that the address names. */
export function useScale(level: ScaleLevel) {
  const [search, change] = usePorts().useSearch()
  const { data: info } = useQuery(sessionQueries.info)
  const own = level === 'province' ? info?.user.provinceCode : undefined
  const year = Number(search['year'])
  const provinceCode = asText(search['provinceCode']) ?? own
  const cityCode = asText(search['cityCode']) ?? (level === 'province' ? info?.user.cityCode : undefined)
  const techType = asText(search['techType'])
  const scenario = asText(search['appScenario'])
  const appScenario = (['1', '2', '3'] as const).find((each) => each === scenario)
  const filter: ScaleFilter = {
    ...(year >= FIRST_YEAR ? { year } : {}),
    ...(provinceCode ? { provinceCode } : {}),
    ...(cityCode ? { cityCode } : {}),
    ...(techType ? { techType: [techType] } : {}),
    ...(appScenario ? { appScenario } : {}),
    ...(search['source'] === 'warehouse' ? { source: 'warehouse' as const } : {}),
  }
  return {
    filter,
    /** The province that the caller himself chose, and may leave. */
    isDrilled: asText(search['provinceCode']) !== undefined || asText(search['cityCode']) !== undefined,
    set: (name: keyof ScaleFilter, value: string) => change({ ...search, [name]: value || undefined }),
    leave: () => change({ ...search, provinceCode: undefined, cityCode: undefined }),
  }
}

export type ScaleState = ReturnType<typeof useScale>
