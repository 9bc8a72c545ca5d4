import type { EChartsCoreOption } from 'echarts/core'
import { quantity } from '../../../lib/quantity.ts'
import type { Palette } from '../palette.ts'
import { axis, GRID, SMALL, tooltip } from './common.ts'

export interface Bar {
  name: string
  value: number | undefined
  /** Text after the bar. */
  text: string
}

/** Bars by group, first on top, each followed by its formatted figure. */
export const barsOption =
  (bars: readonly Bar[], unit: string) =>
  (palette: Palette): EChartsCoreOption => ({
    grid: { ...GRID, top: 4, right: 64 },
    tooltip: tooltip(palette, {
      trigger: 'item',
      valueFormatter: (value) => `${quantity(value, unit)} ${unit}`,
    }),
    xAxis: { ...axis(palette), type: 'value', axisLabel: { show: false }, splitLine: { show: false } },
    yAxis: {
      ...axis(palette),
      type: 'category',
      inverse: true,
      axisLine: { show: false },
      axisLabel: { color: palette['ink-soft'], fontSize: SMALL, width: 96, overflow: 'truncate' },
      data: bars.map(({ name }) => name),
    },
    series: [
      {
        type: 'bar',
        barMaxWidth: 18,
        showBackground: true,
        backgroundStyle: { color: palette.sunken, borderRadius: 3 },
        itemStyle: { color: palette.brand, borderRadius: 3 },
        label: {
          show: true,
          position: 'right',
          color: palette['ink-soft'],
          formatter: ({ dataIndex }: { dataIndex: number }) => bars[dataIndex]?.text ?? '',
        },
        data: bars.map(({ value }) => value),
      },
    ],
  })
