import { useQuery } from '@tanstack/react-query'
import type { StatisticsGetScaleLayoutQuery } from '@xinchu/sdk'
import { AppScenario } from '@xinchu/sdk/codes'
import { deptKinds } from '@xinchu/sdk/rights'
import { sessionQueries } from '../../app/session-queries.ts'
import { UNITS, type Unit } from './units.ts'
import { type AreaLevel, useArea } from './use-area.ts'
import { usePeriods } from './use-periods.ts'

export type ScaleFilter = Pick<
  StatisticsGetScaleLayoutQuery,
  'year' | 'quarter' | 'provinceCode' | 'cityCode' | 'countyCode' | 'techType' | 'appScenario' | 'source'
>

/** The working records of today, instead of a period. */
export const NOW = 'now'
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
  const scenario = Object.values(AppScenario).find((each) => each === String(search['appScenario'] ?? ''))
  const usual = NATIONAL.has(info?.user.deptId) ? 'warehouse' : 'work'
  const source = (['work', 'warehouse'] as const).find((each) => each === search['source']) ?? usual
  const isNow = source === 'work' && search['quarter'] === NOW
  // Older addresses name a year.
  const chosen = usePeriods(search['quarter'] ?? (search['year'] ? `${search['year']}Q4` : undefined))
  const period = isNow ? undefined : chosen.period
  const filter: ScaleFilter = {
    ...codes,
    ...(period ? { year: period.year, quarter: period.quarter } : {}),
    ...(search['techType'] ? { techType: [String(search['techType'])] } : {}),
    ...(scenario ? { appScenario: scenario } : {}),
    source,
  }
  const unit: Unit = search['unit'] === 'wan' ? UNITS.wan : UNITS.mw
  return { area, filter, unit, period, periods: chosen }
}

export type ScaleState = ReturnType<typeof useScale>
