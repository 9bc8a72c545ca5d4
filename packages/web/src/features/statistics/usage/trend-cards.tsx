import { useQueries, useQuery } from '@tanstack/react-query'
import type { StatPeriod, UsageStatRow } from '@xinchu/sdk'
import { changeBases, isPublished, isStoredPeriod, USE_PERIODS } from '@xinchu/validators'
import { useCallback, useMemo } from 'react'
import { thisYear } from '../../../lib/beijing.ts'
import { Chart, type ChartOption } from '../chart.tsx'
import { ChartCard } from '../chart-card.tsx'
import { quarterCell } from '../rows/counted.ts'
import { useGroupRows, useOpenRows } from '../rows/figure-link.tsx'
import {
  METRICS,
  type Metric,
  rowsOfMeasure,
  usageColumns,
  usageColumnsOf,
  usesOf,
} from '../usage-columns.ts'
import type { Periods } from '../use-periods.ts'
import type { Period, UsageFilter } from '../use-usage.ts'
import { courseFinding } from './finding.ts'
import { usageQueries } from './queries.ts'
import { nameOfUse, openWordOf, stateOfUse } from './states.ts'

const HEIGHT = 330
const LOW = 250
/** Few bars are not drawn apart. */
const BAR = 44
const EMPTY = '没有应报送的在运项目'

/** The words for no rows of a filter. Official use has none before reports of the period are official. */
export function emptyOf({ source }: UsageFilter, period: StatPeriod): string {
  if (source !== 'warehouse') return EMPTY
  if (!isStoredPeriod(period)) return '本期使用情况尚未入库'
  return isPublished(period) ? '所选范围没有应报项目' : '本期使用情况尚未发布，或所选范围没有应报项目'
}

/** Measures of the trend, in the order of its series. */
const TREND_MEASURES = ['chargeEnergy', 'dischargeEnergy', 'equivalentUtilizationHours'] as const

interface PartProps {
  filter: UsageFilter
  /** Text without figures. */
  empty: string
}

/** The row of the quarter that a row is compared with, by the rule of all pages, with its word. */
function baseOf(
  now: UsageStatRow,
  rows: readonly UsageStatRow[],
  { source = 'work' }: UsageFilter,
  periods: Periods['periods'],
): readonly [string, UsageStatRow | undefined] | undefined {
  const isOf = (of: UsageStatRow) => (each: { year: number; quarter?: number }) =>
    each.year === of.year && each.quarter === of.quarter
  const period = periods.find(isOf(now))
  const base = period && changeBases({ side: source, period, periods, thisYear: thisYear() }).quarter
  return base && [base.caption, rows.find((row) => isOf(row)(base.period))]
}

/** Quarters from the first with a report up to the latest; those that are not published are hollow. */
export function Trend({ filter, periods, empty }: PartProps & { periods: Periods }) {
  const last = periods.periods[0]?.year ?? 0
  const years = useQueries({
    queries: [last - 2, last - 1, last].map((year) => usageQueries.usage({ ...filter, year })),
  })
  const [first, second, third] = years.map(({ data }) => data)
  const rows = useMemo(() => {
    if (!first || !second || !third) return undefined
    const all = [...first, ...second, ...third].slice(-USE_PERIODS)
    return all.slice(all.findIndex(({ reportedProjects }) => reportedProjects > 0))
  }, [first, second, third])
  const isSolid = useCallback(
    (row: UsageStatRow) => openWordOf(periods.periods, row) === undefined,
    [periods.periods],
  )
  const option: ChartOption = useMemo(
    () => (palette, library) => library.usageTrendOption(rows ?? [], isSolid)(palette),
    [rows, isSolid],
  )
  const open = useOpenRows()
  const nameOf = (row: UsageStatRow) => {
    const word = openWordOf(periods.periods, row)
    return word === undefined ? nameOfUse(row) : `${nameOfUse(row)}（${word}）`
  }
  const now = rows?.at(-1)
  return (
    <ChartCard
      title="逐季使用情况"
      group="季度"
      isCourse
      rows={rows}
      error={years.find(({ error }) => error)?.error ?? null}
      onRetry={() => years.forEach(({ refetch }) => void refetch())}
      finding={now && courseFinding(nameOf(now), now, baseOf(now, rows ?? [], filter, periods.periods))}
      nameOf={nameOf}
      stateOf={stateOfUse(filter, periods.periods)}
      columns={usageColumns}
      cellsOf={(row) => [quarterCell(row)]}
      address="table=quarters"
      height={HEIGHT}
      empty={empty}
    >
      <Chart
        option={option}
        label="逐季充电量、放电量与等效利用小时，数据见表格"
        height={HEIGHT}
        onPart={(name, _, series) => {
          const row = rows?.find((each) => name.startsWith(nameOfUse(each)))
          const measure = TREND_MEASURES[series]
          if (row && measure) open(measure, quarterCell(row))
        }}
      />
    </ChartCard>
  )
}

interface GroupsProps extends PartProps {
  title: string
  by: 'statTechGroup' | 'appSubScenario'
  metric: Metric
  period: Period
}

export function Groups({ title, by, metric, filter, period, empty }: GroupsProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(
    usageQueries.usage({ ...filter, ...period, groupBy: [by] }),
  )
  const { label, unit } = METRICS[metric]
  const option: ChartOption = useMemo(
    () => (palette, library) => library.barsOption(usesOf(data ?? [], metric), unit)(palette),
    [data, metric, unit],
  )
  const openRows = useGroupRows(data, by, rowsOfMeasure(metric))
  const height = Math.min(LOW, BAR * (data?.length || LOW))
  return (
    <ChartCard
      title={`分${title}${label}`}
      group={title}
      rows={data}
      isStale={isPlaceholderData}
      error={error}
      onRetry={() => void refetch()}
      nameOf={(row) => row.label ?? ''}
      columns={usageColumnsOf(metric)}
      cellsOf={({ key = '' }) => [`${by}:${key}`]}
      height={height}
      empty={empty}
    >
      <Chart option={option} label={`各${title}${label}，数据见表格`} height={height} onPart={openRows} />
    </ChartCard>
  )
}
