import { useQuery } from '@tanstack/react-query'
import { may } from '@xinchu/contract/rights'
import type { StatisticsGetUsageQuery, StatPeriod } from '@xinchu/sdk'
import { askedPeriod, asOfIn, type PlaceCodes, scaleSides, USE_PERIODS } from '@xinchu/validators'
import { sessionQueries } from '../../app/session-queries.ts'
import { type Kinds, kindsIn } from './page-filter.ts'
import { METRIC_NAMES, type Metric } from './usage-columns.ts'
import { type AreaLevel, useArea } from './use-area.ts'
import { usePeriods } from './use-periods.ts'
import { usePeriodsThen } from './use-periods-then.ts'

export type Period = Pick<StatPeriod, 'year' | 'quarter'>

export type UsageFilter = PlaceCodes &
  Kinds &
  Pick<StatisticsGetUsageQuery, 'regionGroup' | 'source' | 'asOf'>

/** Filters of a usage page from the URL, and the periods as of its batch or moment. */
export function useUsage(level: AreaLevel) {
  const area = useArea(level)
  const { search, codes } = area
  const today = usePeriods(askedPeriod(search), USE_PERIODS)
  const { data: info } = useQuery(sessionQueries.info)
  const isOfficial = info !== undefined && may(info.user, 'statistics.official')
  const { source } = scaleSides(search, undefined, isOfficial)
  const asOf = asOfIn(search)
  const metric: Metric =
    METRIC_NAMES.find((each) => each === search['metric']) ?? 'equivalentUtilizationHours'
  const filter: UsageFilter = {
    ...codes,
    ...area.group,
    ...kindsIn(search),
    ...(source === 'warehouse' ? { source, ...(asOf === undefined ? {} : { asOf }) } : {}),
  }
  return { area, filter, periods: usePeriodsThen(today, filter.asOf), metric }
}

/** The conditions without the source: reported values are reviewed before they are official. */
export function reviewedOf({ source: _source, asOf: _asOf, ...filter }: UsageFilter) {
  return filter
}

export type UsageState = ReturnType<typeof useUsage>
