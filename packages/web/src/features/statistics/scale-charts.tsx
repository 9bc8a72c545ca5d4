import type { ScaleLayoutRow } from '@xinchu/sdk'
import { lazy, useMemo } from 'react'
import { Chart, type ChartOption } from './chart.tsx'
import { ChartCard } from './chart-card.tsx'
import { type FigureColumn, scaleColumns } from './figure-columns.ts'
import { useGroupRows, useOpenRows } from './rows/figure-link.tsx'
import { sharesOf } from './share-bars.ts'
import type { Unit } from './units.ts'
import type { AreaLevel } from './use-area.ts'
import { type PartProps, useRows } from './use-scale-rows.ts'

const CompareScreen = lazy(async () => ({
  default: (await import('./compare/compare-screen.tsx')).CompareScreen,
}))

const HEIGHT = 230
const LOW = 190
const YEARS = 8
// Series of the columns of a year.
const [STOCK, ADDED] = [0, 1]

/** Columns of scale by year. */
const yearColumns = ({ power, energy }: Unit): readonly FigureColumn<ScaleLayoutRow>[] => [
  { caption: '新增功率', unit: power, of: ({ addPower }) => addPower, rows: 'addPower' },
  { caption: '新增能量', unit: energy, of: ({ addEnergy }) => addEnergy, rows: 'addEnergy' },
  { caption: '累计功率', unit: power, of: ({ ratedPower }) => ratedPower, rows: 'ratedPower', role: 'main' },
  { caption: '累计能量', unit: energy, of: ({ ratedEnergy }) => ratedEnergy, rows: 'ratedEnergy' },
  { caption: '时长', unit: 'h', of: ({ avgDuration }) => avgDuration, rows: 'avgDuration' },
  { caption: '增长', unit: '%', of: ({ yoyPower }) => yoyPower, rows: 'yoyPower' },
]

/** Years up to the chosen period, and those after it. Years after the last published one are hollow. */
function Trend({ published, ...part }: PartProps & { published: number | undefined }) {
  const { unit } = part
  const { year: _year, quarter: _quarter, ...whole } = part.filter
  const { rows: chosen, ...states } = useRows(part, ['year'])
  const { rows: latest } = useRows({ ...part, filter: whole }, ['year'])
  const rows = useMemo(() => {
    const last = chosen?.at(-1)?.year ?? 0
    return chosen && [...chosen, ...(latest ?? []).filter(({ year = 0 }) => year > last)].slice(-YEARS)
  }, [chosen, latest])
  const option: ChartOption = useMemo(
    () => (palette, library) => library.trendOption(rows ?? [], unit.power, published)(palette),
    [rows, unit, published],
  )
  const open = useOpenRows()
  return (
    <ChartCard
      title="历年规模"
      group="年度"
      isCourse
      rows={rows}
      nameOf={({ label = '' }) => label}
      columns={yearColumns(unit)}
      cellsOf={({ year }) => [`year:${year}`]}
      height={HEIGHT}
      {...states}
    >
      <Chart
        option={option}
        label="历年新增与累计功率，数据见表格"
        height={HEIGHT}
        onPart={(year, _, series) =>
          open(
            series === ADDED ? 'addPower' : 'ratedPower',
            `year:${series === STOCK ? Number(year) - 1 : year}`,
          )
        }
      />
    </ChartCard>
  )
}

interface SharesProps extends PartProps {
  title: string
  group: string
  by: 'statTechGroup' | 'durationBand' | 'appScenario' | 'scaleBand' | 'regionGroup'
  height?: number
}

/** Shares of a kind. */
export function Shares({ title, group, by, height = LOW, ...part }: SharesProps) {
  const { unit } = part
  const { rows, ...states } = useRows(part, [by])
  const option: ChartOption = useMemo(
    () => (palette, library) => library.barsOption(sharesOf(rows ?? []), unit.power)(palette),
    [rows, unit],
  )
  const openRows = useGroupRows(rows, by, 'ratedPower')
  return (
    <ChartCard
      title={title}
      group={group}
      rows={rows}
      nameOf={({ label = '' }) => label}
      columns={scaleColumns(unit)}
      cellsOf={({ key = '' }) => [`${by}:${key}`]}
      height={height}
      {...states}
    >
      <Chart option={option} label={`${title}，数据见表格`} height={height} onPart={openRows} />
    </ChartCard>
  )
}

interface ScaleChartsProps extends PartProps {
  /** Last year with published figures. */
  published: number | undefined
}

/** Scale by year and by kind, below the map. */
export function ScaleCharts({ published, ...part }: ScaleChartsProps) {
  // One technology is all of itself.
  const hasTechs = !part.filter.techType
  return (
    <>
      <div className={`grid grid-cols-[minmax(0,1fr)] gap-4 ${hasTechs ? 'lg:grid-cols-2' : ''}`}>
        <Trend published={published} {...part} />
        {hasTechs && (
          <Shares title="技术路线占比" group="技术路线" by="statTechGroup" height={HEIGHT} {...part} />
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Shares title="应用场景占比" group="应用场景" by="appScenario" {...part} />
        <Shares title="储能时长占比" group="时长" by="durationBand" {...part} />
        <Shares title="单站规模占比" group="规模" by="scaleBand" {...part} />
      </div>
    </>
  )
}

/** The comparison. Named here, because a list of its files would weigh on the landing. */
export const Compare = ({ level }: { level: AreaLevel }) => <CompareScreen level={level} />
