import type { ScaleQuarterRow } from '@xinchu/sdk'
import { quantity, roundTo } from '@xinchu/validators'
import type { EChartsCoreOption } from 'echarts/core'
import type { Palette } from '../palette.ts'
import { axis, GRID, legend, SMALL, tooltip } from './common.ts'

/** Names of the series; the first is what stood before the quarter's own additions. */
const [BEFORE, ADDED] = ['此前投运', '当季新增']

interface Subject {
  rows: readonly ScaleQuarterRow[]
  unit: string
  /** Name of a quarter with its status unless that is published. */
  nameOf: (row: ScaleQuarterRow) => string
  isPublished: (row: ScaleQuarterRow) => boolean
}

/** Totals at the ends of quarters as what stood before and what the quarter added. Provisional quarters are hollow. */
export const quartersOption =
  ({ rows, unit, nameOf, isPublished }: Subject) =>
  (palette: Palette): EChartsCoreOption => {
    const [blue] = palette.groups
    const hollow = { color: 'transparent', borderColor: blue, borderWidth: 1, borderType: 'dashed' as const }
    const bars = (name: string, color: string, of: (row: ScaleQuarterRow) => number) => ({
      ...{ type: 'bar', name, stack: 'total', barMaxWidth: 44 },
      itemStyle: { color, borderColor: blue, borderWidth: name === BEFORE ? 1 : 0 },
      emphasis: { itemStyle: { borderColor: palette.ink, borderWidth: 1.5 } },
      data: rows.map((row) => ({
        value: roundTo(of(row), 4),
        ...(isPublished(row) ? {} : { itemStyle: hollow }),
      })),
    })
    return {
      grid: GRID,
      tooltip: tooltip(palette, {
        trigger: 'axis',
        valueFormatter: (value) => (value === undefined ? '无数据' : `${quantity(value, unit)} ${unit}`),
      }),
      legend: { ...legend(palette), data: [BEFORE, ADDED] },
      xAxis: {
        ...axis(palette),
        type: 'category',
        data: rows.map(nameOf),
        axisLabel: {
          color: palette.inkFaint,
          fontSize: SMALL,
          interval: 0,
          hideOverlap: true,
          // The year stands below its first shown quarter.
          formatter: (_name: string, at: number) => {
            const { year, quarter } = rows[at] ?? {}
            return `${quarter}季${at === 0 || quarter === 1 ? `\n${year}` : ''}`
          },
        },
      },
      yAxis: { ...axis(palette), type: 'value', name: unit },
      series: [
        bars(BEFORE, palette.base, ({ ratedPower, addPower }) => ratedPower - addPower),
        bars(ADDED, blue, ({ addPower }) => addPower),
        {
          ...{ type: 'line', z: 3, name: '季末累计', symbolSize: 1 },
          lineStyle: { opacity: 0 },
          itemStyle: { color: 'transparent' },
          label: {
            ...{ show: true, position: 'top', color: palette.ink, fontSize: SMALL },
            formatter: ({ value }: { value: number }) => quantity(value, unit),
          },
          labelLayout: { hideOverlap: true },
          data: rows.map(({ ratedPower }) => ratedPower),
        },
      ],
    }
  }
