import { useQueries, useQuery } from '@tanstack/react-query'
import type { UsageStatRow } from '@xinchu/sdk'
import { useMemo } from 'react'
import { quantity } from '../../lib/quantity.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { Chart, type ChartOption } from './chart.tsx'
import { ChartCard } from './chart-card.tsx'
import { corpsNote } from './corps-note.ts'
import { Figures } from './figures.tsx'
import { PlaceList } from './place-list.tsx'
import { quarterCell } from './rows/counted.ts'
import { FigureRows, useGroupRows, useOpenRows } from './rows/figure-link.tsx'
import { ShownPageRoot } from './shown-page.tsx'
import { usageQueries } from './usage/queries.ts'
import {
  MEASURES,
  METRIC_NAMES,
  METRICS,
  type Metric,
  rowsOfMeasure,
  usageColumns,
  usesOf,
} from './usage-columns.ts'
import { UsageFilters } from './usage-filters.tsx'
import { UsagePlaces } from './usage-places.tsx'
import { type AreaLevel, OUTSIDE } from './use-area.ts'
import type { Periods } from './use-periods.ts'
import { type Period, type UsageFilter, type UsageState, useUsage } from './use-usage.ts'

const HEIGHT = 330
const LOW = 250
const TREND = 8
const EMPTY = '没有应报送的在运项目'

/** Measures among the key figures. */
const KEY_MEASURES = [
  'chargeEnergy',
  'dischargeEnergy',
  ...METRIC_NAMES.filter((name) => name !== 'reportRate'),
  'unplannedOutageTimes',
] as const

/** Measures of the trend, in the order of its series. */
const TREND_MEASURES = ['chargeEnergy', 'dischargeEnergy', 'equivalentUtilizationHours'] as const

function Totals({ row }: { row: UsageStatRow | undefined }) {
  const open = useOpenRows()
  return (
    <Figures
      figures={[
        { caption: '应报项目', value: row?.dueProjects, onOpen: () => open('dueProjects'), unit: '个' },
        {
          caption: '已报项目',
          value: row?.reportedProjects,
          onOpen: () => open('reportedProjects'),
          unit: '个',
        },
        { caption: '报送率', value: row?.reportRate, onOpen: () => open('unreportedProjects'), unit: '%' },
        ...KEY_MEASURES.map((name) => ({
          caption: MEASURES[name].label,
          unit: MEASURES[name].unit,
          value: row?.[name],
          onOpen: () => open(name),
        })),
      ]}
    />
  )
}

const quarterName = ({ year, quarter }: UsageStatRow) => `${year}年${quarter}季度`

interface PartProps {
  filter: UsageFilter
  period: Period
}

const numberOf = ({ year, quarter = 1 }: { year: number; quarter?: number }) => year * 4 + quarter

/** Quarters from the first with a report up to the latest; those after the last published one are hollow. */
function Trend({ filter, periods }: Pick<PartProps, 'filter'> & { periods: Periods }) {
  const last = periods.periods[0]?.year ?? 0
  const years = useQueries({
    queries: [last - 2, last - 1, last].map((year) => usageQueries.usage({ ...filter, year })),
  })
  const [first, second, third] = years.map(({ data }) => data)
  const solid = periods.published && numberOf(periods.published)
  const rows = useMemo(() => {
    if (!first || !second || !third) return undefined
    const all = [...first, ...second, ...third].slice(-TREND)
    return all.slice(all.findIndex(({ reportedProjects }) => reportedProjects > 0))
  }, [first, second, third])
  const option: ChartOption = useMemo(() => {
    const isSolid = (row: UsageStatRow) => solid === undefined || numberOf(row) <= solid
    return (palette, library) => library.usageTrendOption(rows ?? [], isSolid)(palette)
  }, [rows, solid])
  const open = useOpenRows()
  return (
    <ChartCard
      title="逐季使用情况"
      group="季度"
      isCourse
      rows={rows}
      error={years.find(({ error }) => error)?.error ?? null}
      onRetry={() => years.forEach(({ refetch }) => void refetch())}
      nameOf={quarterName}
      columns={usageColumns}
      cellsOf={(row) => [quarterCell(row)]}
      height={HEIGHT}
      empty={EMPTY}
    >
      <Chart
        option={option}
        label="逐季充电量、放电量与等效利用小时，数据见表格"
        height={HEIGHT}
        onPart={(name, _, series) => {
          const row = rows?.find((each) => name.startsWith(quarterName(each)))
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
}

function Groups({ title, by, metric, filter, period }: GroupsProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(
    usageQueries.usage({ ...filter, ...period, groupBy: [by] }),
  )
  const { label, unit } = METRICS[metric]
  const option: ChartOption = useMemo(
    () => (palette, library) => library.barsOption(usesOf(data ?? [], metric), unit)(palette),
    [data, metric, unit],
  )
  const openRows = useGroupRows(data, by, rowsOfMeasure(metric))
  return (
    <ChartCard
      title={`分${title}${label}`}
      group={title}
      rows={data}
      isStale={isPlaceholderData}
      error={error}
      onRetry={() => void refetch()}
      nameOf={(row) => row.label ?? ''}
      columns={usageColumns}
      cellsOf={({ key = '' }) => [`${by}:${key}`]}
      height={LOW}
      empty={EMPTY}
    >
      <Chart option={option} label={`各${title}${label}，数据见表格`} height={LOW} onPart={openRows} />
    </ChartCard>
  )
}

function Usage({ level }: { level: AreaLevel }) {
  const state = useUsage(level)
  const { period, error, retry } = state.periods
  if (period) return <UsageOf state={state} period={period} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <UsageFilters state={state} coverage={undefined} />
      {error ? <Failed error={error} onRetry={retry} /> : <Loading />}
    </div>
  )
}

function UsageOf({ state, period: { year, quarter } }: { state: UsageState; period: Period }) {
  const { area, filter, periods, metric } = state
  const period = { year, quarter }
  const totals = useQuery(usageQueries.usage({ ...filter, ...period }))
  const places = useQuery(usageQueries.usage({ ...filter, ...period, groupBy: ['region'] }))
  const empty = area.isOutside ? OUTSIDE : EMPTY
  const { label, unit } = METRICS[metric]
  const codes = new Map(places.data?.map((row) => [row.label ?? '', row.key ?? '']))
  const ranked =
    places.data &&
    usesOf(places.data, metric).map((bar) => ({
      ...bar,
      code: codes.get(bar.name) ?? '',
      figure: quantity(bar.value, unit),
      text: '',
    }))
  const part = { filter, period }
  // One technology is the whole page.
  const hasTechs = !filter.techType
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <UsageFilters state={state} coverage={totals.data?.[0]} />
      <FigureRows conditions={{ kind: 'use', filter, period }} place={area.name} />
      {totals.error ? (
        <Failed error={totals.error} onRetry={() => void totals.refetch()} />
      ) : (
        <Totals row={totals.data?.[0]} />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <Trend filter={filter} periods={periods} />
          <div className={`grid grid-cols-[minmax(0,1fr)] gap-4 ${hasTechs ? 'md:grid-cols-2' : ''}`}>
            {hasTechs && <Groups title="技术路线" by="statTechGroup" metric={metric} {...part} />}
            <Groups title="应用场景" by="appSubScenario" metric={metric} {...part} />
          </div>
        </div>
        <PlaceList
          of={rowsOfMeasure(metric)}
          by={`${label} ／ ${unit}`}
          rows={ranked}
          onPlace={area.open}
          empty={empty}
          note={corpsNote(places.data)}
        />
      </div>
      <UsagePlaces
        rows={places.data}
        isFetching={places.isFetching}
        error={places.error}
        onRetry={() => void places.refetch()}
        empty={empty}
      />
    </div>
  )
}

/** 国家使用情况统计: use of the stations in the caller's scope in a quarter. */
export const NationUsageScreen = () => (
  <ShownPageRoot>
    <Usage level="nation" />
  </ShownPageRoot>
)

/** 区域使用情况统计: the provinces of a region. */
export const RegionUsageScreen = () => (
  <ShownPageRoot>
    <Usage level="region" />
  </ShownPageRoot>
)

/** 省级使用情况统计: one province with its cities and counties. */
export const ProvinceUsageScreen = () => (
  <ShownPageRoot>
    <Usage level="province" />
  </ShownPageRoot>
)
