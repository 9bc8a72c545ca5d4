import { useQuery } from '@tanstack/react-query'
import type { StatisticsGetScaleLayoutQuery } from '@xinchu/sdk'
import { AppScenario } from '@xinchu/sdk/codes'
import { deptKinds } from '@xinchu/sdk/rights'
import { sessionQueries } from '../../app/session-queries.ts'
import { UNITS, type Unit } from './units.ts'
import { type AreaLevel, useArea } from './use-area.ts'

export type ScaleFilter = Pick<
  StatisticsGetScaleLayoutQuery,
  'year' | 'provinceCode' | 'cityCode' | 'countyCode' | 'techType' | 'appScenario' | 'source'
>

const FIRST_YEAR = 2015
// Users who see official figures by default, which later changes do not affect.
const NATIONAL: ReadonlySet<number | undefined> = new Set([
  deptKinds.nation,
  deptKinds.nationQuery,
  deptKinds.administration,
])

/** Filters of a scale page from the URL. */
export function useScale(level: AreaLevel) {
  const area = useArea(level)
  const { data: info } = useQuery(sessionQueries.info)
  const { search, codes } = area
  const year = Number(search['year'])
  const scenario = Object.values(AppScenario).find((each) => each === String(search['appScenario'] ?? ''))
  const usual = NATIONAL.has(info?.user.deptId) ? 'warehouse' : 'work'
  const source = (['work', 'warehouse'] as const).find((each) => each === search['source']) ?? usual
  const filter: ScaleFilter = {
    ...codes,
    ...(year >= FIRST_YEAR ? { year } : {}),
    ...(search['techType'] ? { techType: [String(search['techType'])] } : {}),
    ...(scenario ? { appScenario: scenario } : {}),
    source,
  }
  const unit: Unit = search['unit'] === 'wan' ? UNITS.wan : UNITS.mw
  return { area, filter, unit }
}

export type ScaleState = ReturnType<typeof useScale>
