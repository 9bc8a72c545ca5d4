import { useQuery } from '@tanstack/react-query'
import type { ScaleQuarterRow } from '@xinchu/sdk'
import {
  changeBases,
  isPublished,
  PERIOD_STATUS,
  quantity,
  quarterName as quarterText,
  roundTo,
} from '@xinchu/validators'
import { useMemo } from 'react'
import type { Unit } from '../../../lib/units.ts'
import { changeText } from '../change.ts'
import { Chart, type ChartOption } from '../chart.tsx'
import { ChartCard } from '../chart-card.tsx'
import type { FigureColumn } from '../figure-columns.ts'
import { quartersOption } from '../options/quarters.ts'
import { statisticsQueries } from '../queries.ts'
import { quarterCell } from '../rows/counted.ts'
import type { PartProps } from '../use-scale-rows.ts'

const HEIGHT = 240

/** Whether a quarter's figures are final; those of working records have no status. */
const isFinal = ({ status }: ScaleQuarterRow): boolean => status !== undefined && isPublished({ status })

/** Name of a quarter, with the status of figures that are not published. */
export function quarterName(row: ScaleQuarterRow): string {
  const { status } = row
  const name = quarterText(row)
  return status === undefined || status === 'OFFICIAL' ? name : `${name}（${PERIOD_STATUS[status]}）`
}

/** A quarter's total and addition, and its change against the quarter before, by the rule of all changes. */
export function quartersFinding(
  rows: readonly ScaleQuarterRow[],
  unit: string,
  side: 'work' | 'warehouse',
  chosen?: ScaleQuarterRow,
): string {
  const now = chosen ?? rows.at(-1)
  if (!now) return ''
  const periods = rows.map((row) => ({ ...row, status: row.status ?? ('PROVISIONAL' as const) }))
  const period = periods[rows.indexOf(now)]
  const { quarter: base } = changeBases({ side, period, periods, thisYear: now.year })
  const amount = (value: number) => `${quantity(value, unit)} ${unit}`
  const start = `${quarterName(now)}末 ${amount(now.ratedPower)}，当季新增 ${amount(now.addPower)}`
  if (!base?.period.ratedPower) return `${start}。`
  const change = 100 * (now.ratedPower / base.period.ratedPower - 1)
  return `${start}，${base.caption} ${changeText(change)}。`
}

const columnsOf = ({ power, energy }: Unit): readonly FigureColumn<ScaleQuarterRow>[] => [
  { caption: '新增功率', unit: power, of: ({ addPower }) => addPower },
  { caption: '新增能量', unit: energy, of: ({ addEnergy }) => addEnergy },
  { caption: '累计功率', unit: power, of: ({ ratedPower }) => ratedPower, rows: 'ratedPower', role: 'main' },
  { caption: '累计能量', unit: energy, of: ({ ratedEnergy }) => ratedEnergy, rows: 'ratedEnergy' },
  { caption: '时长', unit: 'h', of: ({ avgDuration }) => avgDuration, rows: 'avgDuration' },
  { caption: '项目数', unit: '个', of: ({ projectCount }) => projectCount, rows: 'projectCount' },
]

const inUnit = (row: ScaleQuarterRow, { factor }: Unit): ScaleQuarterRow => ({
  ...row,
  ratedPower: roundTo(row.ratedPower * factor, 4),
  ratedEnergy: roundTo(row.ratedEnergy * factor, 4),
  addPower: roundTo(row.addPower * factor, 4),
  addEnergy: roundTo(row.addEnergy * factor, 4),
})

/**
 * Scale at the ends of the last quarters, whatever the page's period, each of its own batch; provisional ones are hollow.
 * Totals open their rows in the table; the additions of one quarter have no list, so that columns open nothing.
 */
export function QuartersCard({ filter, unit, isReady }: PartProps) {
  const { year, quarter, ...latest } = filter
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...statisticsQueries.quarters(latest),
    enabled: isReady,
  })
  const rows = useMemo(() => data?.map((row) => inUnit(row, unit)), [data, unit])
  const option: ChartOption = useMemo(
    () =>
      quartersOption({
        rows: rows ?? [],
        unit: unit.power,
        nameOf: quarterName,
        isPublished: filter.source === 'warehouse' ? isFinal : () => true,
      }),
    [rows, unit, filter.source],
  )
  const chosen = rows?.find((row) => row.year === year && row.quarter === quarter)
  return (
    <ChartCard
      title="季度末累计与当季新增"
      pin="quarters"
      finding={quartersFinding(rows ?? [], unit.power, filter.source ?? 'work', chosen)}
      group="季度"
      isCourse
      isWide
      rows={rows}
      nameOf={quarterName}
      columns={columnsOf(unit)}
      cellsOf={(row) => [quarterCell(row)]}
      address="table=quarters"
      height={HEIGHT}
      empty="所选范围还没有入库的季度"
      error={error}
      isStale={isPlaceholderData}
      onRetry={() => void refetch()}
    >
      <Chart option={option} label="季度末累计与当季新增功率，数据见表格" height={HEIGHT} />
    </ChartCard>
  )
}
