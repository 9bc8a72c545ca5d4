import type { StatisticsGetUsageQuery, StatPeriod } from '@xinchu/sdk'
import { AppScenario } from '@xinchu/sdk/codes'
import { METRIC_NAMES, type Metric } from './usage-columns.ts'
import { type AreaLevel, useArea } from './use-area.ts'
import { usePeriods } from './use-periods.ts'

export type Period = Pick<StatPeriod, 'year' | 'quarter'>

export type UsageFilter = Pick<
  StatisticsGetUsageQuery,
  'provinceCode' | 'cityCode' | 'countyCode' | 'techType' | 'appScenario'
>

// The reports of the last two years; earlier periods have figures of scale alone.
const SHOWN = 8

/** Filters of a usage page from the URL. */
export function useUsage(level: AreaLevel) {
  const area = useArea(level)
  const { search, codes } = area
  const periods = usePeriods(search['quarter'], SHOWN)
  const scenario = Object.values(AppScenario).find((each) => each === String(search['appScenario'] ?? ''))
  const metric: Metric =
    METRIC_NAMES.find((each) => each === search['metric']) ?? 'equivalentUtilizationHours'
  const filter: UsageFilter = {
    ...codes,
    ...(search['techType'] ? { techType: [String(search['techType'])] } : {}),
    ...(scenario ? { appScenario: scenario } : {}),
  }
  return { area, filter, periods, metric }
}

export type UsageState = ReturnType<typeof useUsage>
