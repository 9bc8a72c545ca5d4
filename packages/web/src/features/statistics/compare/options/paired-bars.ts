import type { GroupPair } from '@xinchu/validators'
import { quantity } from '@xinchu/validators'
import type { EChartsCoreOption } from 'echarts/core'
import { axis, GRID, legend, SMALL, tooltip } from '../../options/common.ts'
import type { Palette } from '../../palette.ts'
import { shortOf } from './composition.ts'

/** Shares of groups in two places side by side: the base grey, the current one in the first colour. */
export const pairedBarsOption =
  (pairs: readonly GroupPair[], [base, current]: readonly [string, string]) =>
  (palette: Palette): EChartsCoreOption => {
    const bar = (name: string, color: string, of: (pair: GroupPair) => number) => ({
      type: 'bar',
      name,
      barMaxWidth: 12,
      barGap: '15%',
      itemStyle: { color },
      emphasis: { itemStyle: { borderColor: palette.ink, borderWidth: 1.5 } },
      label: {
        show: true,
        position: 'right',
        color: palette.ink,
        fontSize: SMALL,
        formatter: ({ value }: { value: number }) => quantity(value, '%'),
      },
      data: pairs.map(of),
    })
    return {
      grid: { ...GRID, top: 26, right: 44 },
      legend: { ...legend(palette), left: 0 },
      tooltip: tooltip(palette, { trigger: 'axis', valueFormatter: (value) => `${quantity(value, '%')}%` }),
      xAxis: {
        ...axis(palette),
        type: 'value',
        min: 0,
        axisLabel: { show: false },
        splitLine: { show: false },
      },
      yAxis: {
        ...axis(palette),
        type: 'category',
        inverse: true,
        axisLabel: { color: palette.inkSoft, fontSize: SMALL, width: 116, overflow: 'truncate' },
        data: pairs.map(({ name }) => shortOf(name)),
      },
      series: [
        bar(base, palette.groups[4], ({ baseShare }) => baseShare),
        bar(current, palette.groups[0], ({ currentShare }) => currentShare),
      ],
    }
  }
