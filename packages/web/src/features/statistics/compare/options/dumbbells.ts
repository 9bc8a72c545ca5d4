import type { GroupPair } from '@xinchu/validators'
import { quantity } from '@xinchu/validators'
import type { EChartsCoreOption } from 'echarts/core'
import { signed } from '../../change.ts'
import { axis, GRID, SMALL, tooltip } from '../../options/common.ts'
import type { Palette } from '../../palette.ts'

/** Height of a row in px. */
export const ROW = 24

/** Both sides of each division as ring and dot, for files and paper. */
export const dumbbellOption =
  (pairs: readonly GroupPair[], unit: string, isComparable: boolean) =>
  (palette: Palette): EChartsCoreOption => ({
    grid: { ...GRID, top: 22, right: 70 },
    tooltip: tooltip(palette, {
      trigger: 'item',
      valueFormatter: (value) => `${quantity(value, unit)} ${unit}`,
    }),
    xAxis: { ...axis(palette), type: 'value', min: 0, position: 'top' },
    yAxis: {
      ...axis(palette),
      type: 'category',
      inverse: true,
      axisLabel: { color: palette.inkSoft, fontSize: SMALL, interval: 0 },
      data: pairs.map(({ name }) => name),
    },
    series: [
      {
        type: 'bar',
        stack: 'line',
        barWidth: 2,
        silent: true,
        itemStyle: { color: 'transparent' },
        data: pairs.map(({ base, current }) => Math.min(base, current)),
      },
      {
        type: 'bar',
        stack: 'line',
        barWidth: 2,
        silent: true,
        itemStyle: { color: palette.outline },
        data: pairs.map(({ base, current }) => Math.abs(current - base)),
      },
      {
        type: 'scatter',
        symbolSize: 9,
        itemStyle: { color: palette.surface, borderColor: palette.inkFaint, borderWidth: 2, opacity: 1 },
        data: pairs.map(({ base }) => base),
      },
      {
        type: 'scatter',
        symbolSize: 9,
        itemStyle: { color: palette.groups[0], opacity: 1 },
        label: {
          show: isComparable,
          position: 'right',
          color: palette.ink,
          fontSize: SMALL,
          formatter: ({ dataIndex }: { dataIndex: number }) =>
            signed(pairs[dataIndex]?.difference ?? 0, unit),
        },
        data: pairs.map(({ current }) => current),
      },
    ],
  })
