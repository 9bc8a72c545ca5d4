import type { UsageSpread, UsageSpreadRow } from '@xinchu/sdk'
import { useMemo } from 'react'
import { Chart, type ChartOption } from '../chart.tsx'
import { ChartCard } from '../chart-card.tsx'
import type { FigureColumn } from '../figure-columns.ts'
import { useOpenRows } from '../rows/figure-link.tsx'
import { rowsBy, wholeHours } from './finding.ts'
import { BIN_HOURS, binName, binsOf, histogramFinding, histogramOption, SIDES } from './histogram.ts'
import { boxOption } from './spread-options.ts'

const HISTOGRAM = 280
const ROW = 30
const AXIS = 64

interface SpreadCardProps {
  spread: UsageSpread | undefined
  error: Error | null
  isStale: boolean
  onRetry: () => void
  empty: string
}

type Bin = UsageSpread['bins'][number]

/** Name of the figure whose rows are the stations of a bar. */
const STATIONS = 'reportedProjects'

const binColumns: readonly FigureColumn<Bin>[] = [
  {
    caption: '电站',
    unit: '座',
    of: ({ user, other }) => user + other,
    rows: STATIONS,
    role: 'main',
    isSum: true,
  },
  {
    caption: '电源侧、电网侧',
    unit: '座',
    of: ({ other }) => other,
    rows: STATIONS,
    cells: ['side:other'],
    isSum: true,
  },
  {
    caption: '用户侧',
    unit: '座',
    of: ({ user }) => user,
    rows: STATIONS,
    cells: ['side:user'],
    isSum: true,
  },
]

const cellsOfBin = ({ from }: Bin) => [`hoursBin:${from}`]

function spreadNote(spread: UsageSpread | undefined): string | undefined {
  const sides = rowsBy(spread, 'side')
  const [all] = rowsBy(spread, 'all')
  if (!all) return undefined
  const parts = sides.map(
    ({ label, projects, median }) =>
      `${label} ${projects.toLocaleString('zh-CN')} 座，中位 ${wholeHours(median)} h`,
  )
  return `${all.projects.toLocaleString('zh-CN')} 座已报送的电站；${parts.join('；')}。`
}

/** How many stations were used for how many hours. */
export function HistogramCard({ spread, error, isStale, onRetry, empty }: SpreadCardProps) {
  const open = useOpenRows()
  const bins = spread && spread.bins.length > 0 ? binsOf(spread) : []
  const option: ChartOption = useMemo(() => histogramOption(spread ?? { bins: [], rows: [] }), [spread])
  return (
    <ChartCard
      title="电站利用小时的分布"
      finding={spread && histogramFinding(spread)}
      group="等效利用小时"
      rows={spread && bins}
      error={error}
      isStale={isStale}
      onRetry={onRetry}
      nameOf={({ from }) => binName(from)}
      columns={binColumns}
      cellsOf={cellsOfBin}
      address="table=histogram"
      note={spreadNote(spread)}
      height={HISTOGRAM}
      empty={empty}
    >
      <Chart
        option={option}
        label="电站利用小时的分布，数据见表格"
        height={HISTOGRAM}
        onPart={(_, data, series) => {
          const middle = Array.isArray(data) ? Number(data[0]) : Number.NaN
          const bin = bins.find(({ from }) => from + BIN_HOURS / 2 === middle)
          const side = SIDES[series]?.[0]
          if (bin && side) open(STATIONS, ...cellsOfBin(bin), `side:${side}`)
        }}
      />
    </ChartCard>
  )
}

const HOURS = 'equivalentUtilizationHours'

/** Hours of a group of stations. */
export const spreadColumns: readonly FigureColumn<UsageSpreadRow>[] = [
  { caption: '电站', unit: '座', of: ({ projects }) => projects, rows: 'reportedProjects', isSum: true },
  { caption: 'P10', unit: 'h', of: ({ p10 }) => p10 },
  { caption: 'P25', unit: 'h', of: ({ p25 }) => p25 },
  { caption: '中位', unit: 'h', of: ({ median }) => median, role: 'main' },
  { caption: 'P75', unit: 'h', of: ({ p75 }) => p75 },
  { caption: 'P90', unit: 'h', of: ({ p90 }) => p90 },
  { caption: '加权平均', unit: 'h', of: ({ mean }) => mean, rows: HOURS },
  { caption: '待复核', unit: '座', of: ({ flagged }) => flagged, isSum: true },
]

/** Hours of the stations of each application scenario. */
export function ScenarioCard({ spread, error, isStale, onRetry, empty }: SpreadCardProps) {
  const open = useOpenRows()
  const rows = useMemo(
    () =>
      spread &&
      rowsBy(spread, 'appSubScenario').toSorted((a, b) => b.median - a.median || b.projects - a.projects),
    [spread],
  )
  const option: ChartOption = useMemo(() => boxOption(rows ?? []), [rows])
  const height = AXIS + ROW * (rows?.length ?? 8)
  return (
    <ChartCard
      title="各应用场景利用小时"
      group="应用场景"
      rows={rows}
      error={error}
      isStale={isStale}
      onRetry={onRetry}
      nameOf={({ label }) => label}
      columns={spreadColumns}
      cellsOf={({ key }) => [`appSubScenario:${key}`]}
      address="table=spread"
      note="单位 h；橙点为待复核的电站；不足 5 座的场景以空心点逐站列出。"
      height={height}
      empty={empty}
    >
      <Chart
        option={option}
        label="各应用场景利用小时，数据见表格"
        height={height}
        onPart={(_, data) => {
          const [, at, project] = Array.isArray(data) ? data : []
          const row = rows?.[Number(at)]
          const station = project === undefined ? [] : [`project:${project}`]
          if (row) open(HOURS, `appSubScenario:${row.key}`, ...station)
        }}
      />
    </ChartCard>
  )
}
