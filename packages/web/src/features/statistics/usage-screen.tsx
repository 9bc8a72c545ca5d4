import { useQuery } from '@tanstack/react-query'
import type { StatPeriod, UsageStatRow } from '@xinchu/sdk'
import { quantity, quarterName } from '@xinchu/validators'
import { Button } from '../../ui/button.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { OUTSIDE, UNKNOWN } from './area-words.ts'
import { corpsNote } from './corps-note.ts'
import { Figures } from './figures.tsx'
import { isRefusal, Refused } from './filters/refused.tsx'
import { Further, useFurther } from './further.tsx'
import { PlaceList } from './place-list.tsx'
import { ReportTerms } from './report-terms.tsx'
import { FigureRows, useOpenRows } from './rows/figure-link.tsx'
import { ShownPageRoot } from './shown-page.tsx'
import { changesOf, findingOf, supportOf } from './usage/finding.ts'
import { QuartersCard } from './usage/quarters-card.tsx'
import { usageQueries } from './usage/queries.ts'
import { RegionMedians } from './usage/region-medians.tsx'
import { ReviewList } from './usage/review-list.tsx'
import { HistogramCard, ScenarioCard } from './usage/spread-cards.tsx'
import { emptyOf, Groups, Trend } from './usage/trend-cards.tsx'
import { useBases } from './usage/use-bases.ts'
import { MEASURES, METRIC_NAMES, METRICS, rowsOfMeasure, usesOf } from './usage-columns.ts'
import { UsageFilters } from './usage-filters.tsx'
import { UsagePlaces } from './usage-places.tsx'
import type { AreaLevel } from './use-area.ts'
import { type Period, reviewedOf, type UsageState, useUsage } from './use-usage.ts'

/** Figures of reporting on the page. */
const TERMS = ['due', 'reported', 'reportRate', 'missing'] as const

/** Measures among the key figures. */
const KEY_MEASURES = [
  'chargeEnergy',
  'dischargeEnergy',
  ...METRIC_NAMES.filter((name) => name !== 'reportRate'),
  'unplannedOutageTimes',
] as const

interface TotalsProps {
  row: UsageStatRow | undefined
  filter: UsageState['filter']
  period: Period
}

function Totals({ row, filter, period }: TotalsProps) {
  const open = useOpenRows()
  const found = useBases(filter, period)
  const bases = [found.year, found.quarter].flatMap((each) => (each ? [each] : []))
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
        {
          caption: '报送率',
          value: row?.reportRate,
          note: changesOf({ name: 'reportRate', unit: '%' }, row, bases),
          onOpen: () => open('unreportedProjects'),
          unit: '%',
        },
        ...KEY_MEASURES.map((name) => ({
          caption: MEASURES[name].label,
          unit: MEASURES[name].unit,
          value: row?.[name],
          note: changesOf({ name, unit: MEASURES[name].unit }, row, bases),
          onOpen: () => open(name),
        })),
      ]}
    />
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

/** The finding of the page and how much of it is to be checked. */
function Finding({
  state,
  period,
  totals,
  empty,
}: {
  state: UsageState
  period: Period
  totals: readonly UsageStatRow[] | undefined
  /** Text without figures. */
  empty: string
}) {
  const { area, filter } = state
  const { year: before } = useBases(filter, period)
  const { data: spread } = useQuery(usageQueries.spread({ ...filter, ...period }))
  const isOfficial = filter.source === 'warehouse'
  const { data: outliers } = useQuery({
    ...usageQueries.outliers({ ...reviewedOf(filter), ...period, size: 10, page: 0 }),
    enabled: !isOfficial,
  })
  const total = totals?.[0]
  return (
    <div role="status" className="min-h-12">
      {total && (
        <p className="font-medium text-lg">{findingOf(quarterName(period), total, before, spread)}</p>
      )}
      {isOfficial && totals?.length === 0 && (
        <p className="font-medium text-lg">
          {empty}
          {!area.isOutside && (
            <Button className="ml-3" onClick={() => area.set('source', 'work')}>
              查看在办数据
            </Button>
          )}
        </p>
      )}
      <p className="text-ink-soft text-s">{isOfficial ? null : supportOf(outliers)}</p>
    </div>
  )
}

/** The values to check, which are those of the working data. */
function Review({
  state: { area, filter },
  period,
  places,
}: {
  state: UsageState
  period: Period
  places: readonly UsageStatRow[] | undefined
}) {
  if (filter.source !== 'warehouse') return <ReviewList filter={filter} period={period} places={places} />
  return (
    <p className="flex flex-wrap items-center gap-3 text-ink-soft text-s">
      复核清单核对在办数据的数值。
      <Button onClick={() => area.set('source', 'work')}>查看复核清单</Button>
    </p>
  )
}

function UsageOf({ state, period: shown }: { state: UsageState; period: StatPeriod }) {
  const { area, filter, periods, metric } = state
  const { year, quarter } = shown
  const period = { year, quarter }
  const totals = useQuery(usageQueries.usage({ ...filter, ...period }))
  const places = useQuery(usageQueries.usage({ ...filter, ...period, groupBy: ['region'] }))
  const found = useQuery(usageQueries.spread({ ...filter, ...period }))
  const empty = area.isUnknown ? UNKNOWN : area.isOutside ? OUTSIDE : emptyOf(filter, shown)
  const part = { filter, period, empty }
  const spread = {
    spread: found.data,
    error: found.error,
    isStale: found.isPlaceholderData,
    onRetry: () => void found.refetch(),
    empty,
  }
  // Single stations have quantiles of hours alone; other measures are compared by their weighted means.
  const isHours = metric === 'equivalentUtilizationHours'
  // One technology is the whole page.
  const hasTechs = !filter.techType
  const note = corpsNote(places.data)
  const [isOpen, furtherButton] = useFurther(hasTechs ? 3 : 2)
  if (isRefusal(totals.error))
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <UsageFilters state={state} coverage={undefined} />
        <Refused error={totals.error} onRetry={() => void totals.refetch()} />
      </div>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <UsageFilters state={state} coverage={totals.data?.[0]} />
      <FigureRows conditions={{ kind: 'use', filter, period }} place={area.name} />
      <Finding state={state} period={period} totals={totals.data} empty={empty} />
      {totals.error ? (
        <Failed error={totals.error} onRetry={() => void totals.refetch()} />
      ) : (
        <Totals row={totals.data?.[0]} filter={filter} period={period} />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          {isHours && <HistogramCard {...spread} />}
          {isHours ? (
            <ScenarioCard {...spread} />
          ) : (
            <Groups title="应用场景" by="appSubScenario" metric={metric} {...part} />
          )}
          <Further isOpen={isOpen}>
            <QuartersCard filter={filter} periods={periods} year={year} metric={metric} empty={empty} />
            {hasTechs && <Groups title="技术路线" by="statTechGroup" metric={metric} {...part} />}
          </Further>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          {isHours ? (
            <RegionMedians {...spread} places={places.data} onPlace={area.open} note={note} />
          ) : (
            <Ranking state={state} places={places.data} empty={empty} note={note} />
          )}
          <Further isOpen={isOpen}>
            <Trend filter={filter} periods={periods} empty={empty} />
          </Further>
          {furtherButton}
        </div>
      </div>
      <Review state={state} period={period} places={places.data} />
      <UsagePlaces
        rows={places.data}
        isFetching={places.isFetching}
        error={places.error}
        onRetry={() => void places.refetch()}
        empty={empty}
      />
      <ReportTerms terms={TERMS} />
    </div>
  )
}

interface RankingProps {
  state: UsageState
  places: readonly UsageStatRow[] | undefined
  empty: string
  note: string | undefined
}

/** Divisions by the weighted mean of a measure. */
function Ranking({ state: { area, metric }, places, empty, note }: RankingProps) {
  const { label, unit } = METRICS[metric]
  const codes = new Map(places?.map((row) => [row.label ?? '', row.key ?? '']))
  const ranked =
    places &&
    usesOf(places, metric).map((bar) => ({
      ...bar,
      code: codes.get(bar.name) ?? '',
      figure: quantity(bar.value, unit),
      text: '',
    }))
  return (
    <PlaceList
      of={rowsOfMeasure(metric)}
      by={`${label} ／ ${unit}`}
      rows={ranked}
      onPlace={area.open}
      empty={empty}
      note={note}
    />
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
