import type { StatPeriod } from '@xinchu/sdk'
import { periodText, placeWithin, quarterName } from '@xinchu/validators'
import { RemindButton } from '../../../records/remind-button.tsx'
import { usePorts } from '../../../ui/ports.ts'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { OUTSIDE, UNKNOWN } from '../area-words.ts'
import { Condition, KindConditions } from '../condition.tsx'
import { CardFiles } from '../files/card-files.tsx'
import { kindCount } from '../page-filter.ts'
import { PageHead } from '../page-head.tsx'
import { PeriodCondition } from '../period-condition.tsx'
import { ReportTerms } from '../report-terms.tsx'
import { useShown } from '../shown.ts'
import { ShownPageRoot } from '../shown-page.tsx'
import { GRID_TITLES, gridTable } from './grid-table.ts'
import { HeatMap } from './heat-map.tsx'
import { MissingList } from './missing-list.tsx'
import { findingOf, type Grid, type Measure, RATE_TERMS } from './model.ts'
import { ProgressCard } from './progress-card.tsx'
import { type CompletenessState, useCompleteness } from './use-completeness.ts'
import { useReminds } from './use-reminds.ts'

/** Figures of reporting on the page. */
const TERMS = ['due', 'reported', 'reportRate', 'powerRate', 'onTimeRate', 'pending', 'overdue'] as const

const MEASURES: readonly { value: Measure; label: string }[] = [
  { value: 'projects', label: '完整性' },
  { value: 'time', label: '及时性' },
  { value: 'power', label: '按功率加权' },
]

/** Projects that are due in a chosen place by quarter. */
const dueOf =
  ({ grid }: CompletenessState, place: string | undefined) =>
  (period: { year: number; quarter?: number }): number => {
    const row = place ? grid?.places.find(({ code }) => code === place) : grid?.total
    const at =
      grid?.quarters.findIndex((each) => periodText(each) === `${period.year}Q${period.quarter}`) ?? -1
    return row?.cells[at]?.due ?? 0
  }

/** The missing reports of a place can be reminded of in its row. */
function useRowAction(state: CompletenessState, { year, quarter }: StatPeriod) {
  const isReminding = useReminds({ year, quarter }) !== undefined
  // A reminder of a place is of all its kinds.
  if (!isReminding || kindCount(state.kinds) > 0) return undefined
  return (code: string, name: string) => (
    <RemindButton
      isLink
      reminder={{ year, quarter, ...placeWithin(state.area.codes, code) }}
      count={1}
      label={`催报${name}`}
    />
  )
}

function Places({ state, grid, period }: { state: CompletenessState; grid: Grid; period: StatPeriod }) {
  const { area, measure, sort, at, place } = state
  const [search, change] = usePorts().useSearch()
  return (
    <HeatMap
      grid={grid}
      measure={measure}
      at={at}
      place={place}
      sort={sort}
      onSort={(next) => change({ ...search, sort: next === 'overdue' ? undefined : next })}
      onPlace={area.open}
      actionOf={useRowAction(state, period)}
      onChoose={(column, code) => {
        const chosen = grid.quarters[column]
        if (chosen) change({ ...search, quarter: periodText(chosen), place: code || undefined })
      }}
    />
  )
}

interface ShownProps {
  state: CompletenessState
  grid: Grid
  period: StatPeriod
}

function Finding({ state, grid, period }: ShownProps) {
  const [finding, support] = findingOf(grid, state.at, quarterName(period))
  const host = useShown<HTMLDivElement>({ kind: 'finding', text: finding, support })
  return (
    <div ref={host} role="status">
      <p className="font-medium text-lg">{finding}</p>
      <p className="text-ink-soft text-s">{support}</p>
    </div>
  )
}

/** The grid with its files. */
function GridCard({ state, grid, period }: ShownProps) {
  const { measure, at, sort } = state
  const table = gridTable(grid, measure, at, sort)
  const host = useShown<HTMLElement>({ kind: 'table', table })
  return (
    <section ref={host} className="card min-w-0 self-start px-4 py-3">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-medium">{GRID_TITLES[measure]}（%）</h2>
        <CardFiles card={table} />
      </div>
      <p className="mb-2 text-ink-faint text-xs">
        数字为{RATE_TERMS[measure].term}，即{RATE_TERMS[measure].meaning}
        ；选择格子查看该地区该季度的未报、缺报项目，方向键移动；按列名排列
      </p>
      <Places state={state} grid={grid} period={period} />
    </section>
  )
}

function Figures({ state }: { state: CompletenessState }) {
  const { area, grid, period, place, error, retry } = state
  if (area.isUnknown || area.isOutside) return <Empty>{area.isUnknown ? UNKNOWN : OUTSIDE}</Empty>
  if (error) return <Failed error={error} onRetry={retry} />
  if (!grid || !period) return <Loading rows={14} />
  const row = grid.places.find(({ code }) => code === place)
  const shown = { state, grid, period }
  return (
    <>
      <Finding {...shown} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,9fr)_minmax(0,5fr)]">
        <GridCard {...shown} />
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <ProgressCard
            filter={{ ...state.kinds, ...placeWithin(state.area.codes, row?.code) }}
            name={row?.name ?? area.name}
            period={{ year: period.year, quarter: period.quarter }}
            dueOf={dueOf(state, row?.code)}
          />
          <MissingList
            key={`${row?.code} ${periodText(period)}`}
            name={row?.name ?? area.name}
            period={{ year: period.year, quarter: period.quarter }}
            codes={placeWithin(state.area.codes, row?.code)}
            kinds={state.kinds}
          />
        </div>
      </div>
      <ReportTerms terms={TERMS} />
    </>
  )
}

function Completeness() {
  const state = useCompleteness()
  const { area, grid, measure, at, period } = state
  const total = grid?.total.cells[at]
  const coverage = total && {
    dueProjects: total.due,
    reportedProjects: total.reported,
    ...(total.powerRate === undefined ? {} : { powerRate: total.powerRate }),
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHead title="报送完整性" area={area} origin={{ of: 'usage', side: 'work', period, coverage }}>
        <PeriodCondition
          label="统计季度"
          periods={grid?.quarters.toReversed() ?? []}
          value={period ? periodText(period) : ''}
          onValue={(value) => area.set('quarter', value)}
        />
        <Condition
          label="衡量方式"
          value={measure}
          onValue={(value) => area.set('measure', value)}
          options={MEASURES}
        />
        <KindConditions filter={state.kinds} />
      </PageHead>
      <Figures state={state} />
    </div>
  )
}

/** 报送完整性: who has reported the use of stations, by place and quarter, and which reports are missing. */
export const CompletenessScreen = () => (
  <ShownPageRoot>
    <Completeness />
  </ShownPageRoot>
)
