import { useQueries } from '@tanstack/react-query'
import type { UsageStatRow } from '@xinchu/sdk'
import { useCallback, useMemo } from 'react'
import { Chart, type ChartOption } from '../chart.tsx'
import { ChartCard } from '../chart-card.tsx'
import { quarterCell } from '../rows/counted.ts'
import { useOpenRows } from '../rows/figure-link.tsx'
import { METRICS, type Metric, rowsOfMeasure, usageColumnsOf } from '../usage-columns.ts'
import type { Periods } from '../use-periods.ts'
import type { UsageFilter } from '../use-usage.ts'
import { quartersOption } from './quarters-option.ts'
import { usageQueries } from './queries.ts'
import { nameOfUse, openWordOf, stateOfUse } from './states.ts'

const HEIGHT = 230
const NUMBERS = ['一', '二', '三', '四'] as const

interface QuartersCardProps {
  filter: UsageFilter
  periods: Periods
  year: number
  metric: Metric
  empty: string
}

/** A measure in the quarters of the chosen year and of the year before. */
export function QuartersCard({ filter, periods, year, metric, empty }: QuartersCardProps) {
  const open = useOpenRows()
  const years = useQueries({
    queries: [year - 1, year].map((each) => usageQueries.usage({ ...filter, year: each })),
  })
  const [before, now] = years.map(({ data }) => data)
  const rows = useMemo(
    () => before && now && [...before, ...now].filter(({ reportedProjects }) => reportedProjects > 0),
    [before, now],
  )
  const { label, unit } = METRICS[metric]
  const isFinal = useCallback(
    (row: UsageStatRow) => openWordOf(periods.periods, row) === undefined,
    [periods.periods],
  )
  const option: ChartOption = useMemo(
    () => quartersOption(rows ?? [], { year, unit, metric, isFinal }),
    [rows, year, unit, metric, isFinal],
  )
  return (
    <ChartCard
      title={`四个季度${label}`}
      group="季度"
      isCourse
      rows={rows}
      isStale={years.some(({ isPlaceholderData }) => isPlaceholderData)}
      error={years.find(({ error }) => error)?.error ?? null}
      onRetry={() => years.forEach(({ refetch }) => void refetch())}
      nameOf={nameOfUse}
      stateOf={stateOfUse(filter, periods.periods)}
      columns={usageColumnsOf(metric)}
      cellsOf={(row) => [quarterCell(row)]}
      note={rows?.every(isFinal) ? undefined : '空心为暂行数。'}
      height={HEIGHT}
      empty={empty}
    >
      <Chart
        option={option}
        label={`四个季度${label}，本年与上年，数据见表格`}
        height={HEIGHT}
        onPart={(name, _, series) => {
          const quarter = NUMBERS.findIndex((each) => name.startsWith(each)) + 1
          const row = rows?.find((each) => each.quarter === quarter && each.year === year - 1 + series)
          if (row) open(rowsOfMeasure(metric), quarterCell(row))
        }}
      />
    </ChartCard>
  )
}
