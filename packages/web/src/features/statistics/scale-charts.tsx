import type { ScaleLayoutRow } from '@xinchu/sdk'
import { isRunningYear, nationalGoal, type Years, yearMonths, yearName, yearState } from '@xinchu/validators'
import { lazy, Suspense, useMemo } from 'react'
import type { Unit } from '../../lib/units.ts'
import { Chart, type ChartOption } from './chart.tsx'
import { ChartCard } from './chart-card.tsx'
import type { FigureColumn } from './figure-columns.ts'
import { Further, useFurther } from './further.tsx'
import type { TrendMark } from './options/trend.ts'
import { kindCount } from './page-filter.ts'
import { useOpenRows } from './rows/figure-link.tsx'
import { addedFinding } from './scale/card-findings.ts'
import {
  DurationCard,
  OtherTechsCard,
  OwnersCard,
  ScenarioCard,
  SubTypesCard,
  VoltagesCard,
} from './scale/course-cards.tsx'
import { OwnerCard } from './scale/owner-card.tsx'
import { SizeCard } from './scale/size-card.tsx'
import type { AreaLevel } from './use-area.ts'
import type { ScaleState } from './use-scale.ts'
import { type PartProps, useRows } from './use-scale-rows.ts'
import { useYears } from './use-years.ts'

const CompareScreen = lazy(async () => ({
  default: (await import('./compare/compare-screen.tsx')).CompareScreen,
}))

const QuartersCard = lazy(async () => ({ default: (await import('./scale/quarters-card.tsx')).QuartersCard }))

const HEIGHT = 262
const YEARS = 8
// Series of the columns of a year.
const [STOCK, ADDED] = [0, 1]

/** Columns of scale by year. */
const yearColumns = ({ power, energy }: Unit, years: Years): readonly FigureColumn<ScaleLayoutRow>[] => [
  { caption: '新增功率', unit: power, of: ({ addPower }) => addPower, rows: 'addPower' },
  { caption: '新增能量', unit: energy, of: ({ addEnergy }) => addEnergy, rows: 'addEnergy' },
  { caption: '累计功率', unit: power, of: ({ ratedPower }) => ratedPower, rows: 'ratedPower', role: 'main' },
  { caption: '累计能量', unit: energy, of: ({ ratedEnergy }) => ratedEnergy, rows: 'ratedEnergy' },
  { caption: '时长', unit: 'h', of: ({ avgDuration }) => avgDuration, rows: 'avgDuration' },
  {
    caption: '增长',
    unit: '%',
    of: (row) => (isRunningYear(row, years) ? undefined : row.yoyPower),
    rows: 'yoyPower',
  },
]

/** Years without the additions of the first, which is the stock of all years before. */
const withFirstStock = (rows: readonly ScaleLayoutRow[] | undefined): readonly ScaleLayoutRow[] | undefined =>
  rows?.map((row, at) => {
    if (at > 0) return row
    const { addPower: _power, addEnergy: _energy, ...stock } = row
    return stock
  })

/** The last year with additions if it has not ended: its months, and what the same months of the year before added. */
function useRunning(part: PartProps, rows: readonly ScaleLayoutRow[] | undefined, years: Years) {
  const last = rows?.at(-1)
  const isRunning = last !== undefined && isRunningYear(last, years)
  const { period } = years
  // Working records of today have no same day of the year before.
  const isCompared = isRunning && period !== undefined && period.year === last.year
  const before = isCompared ? { year: period.year - 1, quarter: period.quarter } : {}
  const { rows: past, isStale } = useRows(
    { ...part, filter: { ...part.filter, ...before }, isReady: part.isReady && isCompared },
    ['year'],
  )
  if (!isRunning) return undefined
  return {
    name: yearMonths(last, years),
    before: isCompared && !isStale ? past?.at(-1)?.addPower : undefined,
  }
}

/** A year on the axis, and whether its column is hollow: its figures are not published, or its months not all over. */
const markOf = (row: ScaleLayoutRow, years: Years, published = Number.POSITIVE_INFINITY): TrendMark => ({
  name: yearName(row, years)
    .replace(/年(?=$|（暂行|（演示)/, '')
    // The months have a line of their own.
    .replace('年', '\n'),
  isOpen: (row.year ?? 0) > published || isRunningYear(row, years),
})

interface TrendProps extends PartProps {
  /** Last year with published figures. */
  published: number | undefined
  hasTarget: boolean
}

/** Years up to the chosen period, and those after it. Years after the last published one are hollow. */
function Trend({ published, hasTarget, ...part }: TrendProps) {
  const { unit } = part
  const years = useYears(part.filter)
  const { year: _year, quarter: _quarter, ...whole } = part.filter
  const { rows: chosen, ...states } = useRows(part, ['year'])
  const running = useRunning(part, chosen, years)
  const { rows: latest } = useRows({ ...part, filter: whole }, ['year'])
  const rows = useMemo(() => {
    const last = chosen?.at(-1)?.year ?? 0
    const own = withFirstStock(chosen)
    return own && [...own, ...(latest ?? []).filter(({ year = 0 }) => year > last)].slice(-YEARS)
  }, [chosen, latest])
  // The text, not the years, decides whether the drawing changes.
  const marks = JSON.stringify(rows?.map((row) => markOf(row, years, published)) ?? [])
  const option: ChartOption = useMemo(() => {
    const target = hasTarget ? { ...nationalGoal, power: nationalGoal.power * unit.factor } : undefined
    return (palette, library) =>
      library.trendOption(rows ?? [], unit.power, JSON.parse(marks), target)(palette)
  }, [rows, unit, hasTarget, marks])
  const open = useOpenRows()
  return (
    <ChartCard
      title="年末累计与当年新增"
      pin="trend"
      finding={addedFinding(chosen ?? [], unit.power, running)}
      group="年度"
      isCourse
      rows={rows}
      nameOf={(row) => yearName(row, years)}
      stateOf={(row) => yearState(row, years)}
      columns={yearColumns(unit, years)}
      cellsOf={({ year }) => [`year:${year}`]}
      height={HEIGHT}
      {...states}
    >
      <Chart
        option={option}
        label="年末累计与当年新增功率，数据见表格"
        height={HEIGHT}
        onPart={(year, _, series) =>
          open(
            series === ADDED ? 'addPower' : 'ratedPower',
            // The label of a year that is not published says so.
            `year:${Number.parseInt(year, 10) - (series === STOCK ? 1 : 0)}`,
          )
        }
      />
    </ChartCard>
  )
}

/** Installed power by year. The target is of the whole nation and of all kinds. */
export function TrendCard({ state: { filter, unit, periods, area } }: { state: ScaleState }) {
  const hasTarget = area.isNation && kindCount(filter) === 0
  const part = { filter, unit, isReady: !periods.isPending }
  return <Trend published={periods.published?.year} hasTarget={hasTarget} {...part} />
}

const PAIR = 'grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2'

/** Scale by year and by kind, below the map. */
export function ScaleCharts({ state }: { state: ScaleState }) {
  const { filter, unit, periods, area } = state
  const part = { filter, unit, isReady: !periods.isPending }
  const [isOpen, furtherButton] = useFurther(area.isGroup ? 5 : 6)
  // One technology is shown by its sub-types, and the target is of all kinds.
  const hasTechs = !filter.techType
  return (
    <>
      <div className={PAIR}>
        <TrendCard state={state} />
        <ScenarioCard {...part} />
      </div>
      <Further isOpen={isOpen}>
        <Suspense fallback={<div className="card min-h-84" />}>
          <QuartersCard {...part} />
        </Suspense>
      </Further>
      <div className={PAIR}>
        <DurationCard {...part} />
        <Further isOpen={isOpen}>
          <OwnerCard state={state} />
        </Further>
      </div>
      <Further isOpen={isOpen}>
        <div className={PAIR}>
          {hasTechs ? <OtherTechsCard {...part} /> : <SubTypesCard {...part} />}
          <SizeCard {...part} />
        </div>
      </Further>
      <Further isOpen={isOpen}>
        <div className={area.isGroup ? 'grid grid-cols-[minmax(0,1fr)]' : PAIR}>
          {!area.isGroup && <OwnersCard {...part} />}
          <VoltagesCard {...part} />
        </div>
      </Further>
      {furtherButton}
    </>
  )
}

/** The comparison. Named here, as are the other cards, because a list of their files would weigh on the landing. */
export const Compare = ({ level }: { level: AreaLevel }) => <CompareScreen level={level} />
export { Refused } from './filters/refused.tsx'
export { Nothing } from './scale/nothing.tsx'
export { RegionsCard } from './scale/regions-card.tsx'
export { Then } from './use-state-then.ts'
