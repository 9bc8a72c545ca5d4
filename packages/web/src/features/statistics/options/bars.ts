import { quantity } from '@xinchu/validators'
import type { EChartsCoreOption } from 'echarts/core'
import type { Palette } from '../palette.ts'
import { axis, GRID, SMALL, tooltip } from './common.ts'

export interface Bar {
  name: string
  value: number | undefined
  /** Text after the bar. */
  text: string
}

/** Bars by group, first on top, with their formatted figures in a column beside them. */
export const barsOption =
  (bars: readonly Bar[], unit: string) =>
  (palette: Palette): EChartsCoreOption => ({
    grid: { ...GRID, top: 4, right: 8 },
    tooltip: tooltip(palette, {
      trigger: 'item',
      valueFormatter: (value) => `${quantity(value, unit)} ${unit}`,
    }),
    xAxis: {
      ...axis(palette),
      type: 'value',
      min: 0,
      axisLabel: { show: false },
      splitLine: { show: false },
    },
    yAxis: [
      {
        ...axis(palette),
        type: 'category',
        inverse: true,
        axisLine: { show: false },
        axisLabel: { color: palette.inkSoft, fontSize: SMALL, width: 96, overflow: 'truncate' },
        data: bars.map(({ name }) => name),
      },
      // The figures have room of their own, so that none runs past the track.
      {
        ...axis(palette),
        type: 'category',
        inverse: true,
        position: 'right',
        axisLine: { show: false },
        axisLabel: {
          color: palette.ink,
          fontSize: SMALL,
          align: 'right',
          margin: 58,
          formatter: (_: string, at: number) => bars[at]?.text ?? '',
        },
        data: bars.map((_, at) => String(at)),
      },
    ],
    series: [
      {
        type: 'bar',
        barMaxWidth: 18,
        showBackground: true,
        backgroundStyle: { color: palette.sunken },
        itemStyle: { color: palette.groups[0] },
        emphasis: { itemStyle: { color: palette.groups[0], borderColor: palette.ink, borderWidth: 1.5 } },
        data: bars.map(({ value }) => value ?? '-'),
      },
    ],
  })
