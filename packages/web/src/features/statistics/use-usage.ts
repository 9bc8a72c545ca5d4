import { AppScenario } from '@xinchu/contract/codes'
import type { StatisticsGetUsageQuery, StatPeriod } from '@xinchu/sdk'
import { pageKinds, USE_PERIODS } from '@xinchu/validators'
import { METRIC_NAMES, type Metric } from './usage-columns.ts'
import { type AreaLevel, useArea } from './use-area.ts'
import { usePeriods } from './use-periods.ts'

export type Period = Pick<StatPeriod, 'year' | 'quarter'>

export type UsageFilter = Pick<
  StatisticsGetUsageQuery,
  'provinceCode' | 'cityCode' | 'countyCode' | 'techType' | 'appScenario'
>

/** Filters of a usage page from the URL. */
export function useUsage(level: AreaLevel) {
  const area = useArea(level)
  const { search, codes } = area
  const periods = usePeriods(search['quarter'], USE_PERIODS)
  const metric: Metric =
    METRIC_NAMES.find((each) => each === search['metric']) ?? 'equivalentUtilizationHours'
  const filter: UsageFilter = { ...codes, ...pageKinds(search, Object.values(AppScenario)) }
  return { area, filter, periods, metric }
}

export type UsageState = ReturnType<typeof useUsage>
