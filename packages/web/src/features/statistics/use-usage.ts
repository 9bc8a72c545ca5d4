import type { StatisticsGetUsageQuery } from '@xinchu/sdk'
import { AppScenario } from '@xinchu/sdk/codes'
import { closedQuarter, type Quarter } from '@xinchu/validators'
import { today } from '../../lib/beijing.ts'
import { METRIC_NAMES, type Metric } from './figure-columns.ts'
import { type AreaLevel, useArea } from './use-area.ts'

type QuarterNumber = NonNullable<StatisticsGetUsageQuery['quarter']>

export interface Period {
  year: number
  quarter: QuarterNumber
}

export type UsageFilter = Pick<
  StatisticsGetUsageQuery,
  'provinceCode' | 'cityCode' | 'countyCode' | 'techType' | 'appScenario'
>

const QUARTERS = [1, 2, 3, 4] as const
const SHOWN = 8

export const textOf = ({ year, quarter }: Quarter): string => `${year}Q${quarter}`

/** Recent finished quarters, latest first. */
export function closedPeriods(): Period[] {
  const { year, quarter } = closedQuarter(today())
  const last = year * 4 + quarter - 1
  return Array.from({ length: SHOWN }, (_, back) => ({
    year: Math.floor((last - back) / 4),
    quarter: QUARTERS[(last - back) % 4] ?? 1,
  }))
}

/** Filters of a usage page from the URL. */
export function useUsage(level: AreaLevel) {
  const area = useArea(level)
  const { search, codes } = area
  const periods = closedPeriods()
  const period = periods.find((each) => textOf(each) === search['quarter']) ??
    periods[0] ?? { year: 0, quarter: 1 }
  const scenario = Object.values(AppScenario).find((each) => each === String(search['appScenario'] ?? ''))
  const metric: Metric =
    METRIC_NAMES.find((each) => each === search['metric']) ?? 'equivalentUtilizationHours'
  const filter: UsageFilter = {
    ...codes,
    ...(search['techType'] ? { techType: [String(search['techType'])] } : {}),
    ...(scenario ? { appScenario: scenario } : {}),
  }
  return { area, filter, periods, period, metric }
}

export type UsageState = ReturnType<typeof useUsage>
