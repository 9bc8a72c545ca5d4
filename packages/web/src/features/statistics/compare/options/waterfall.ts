import { quantity } from '@xinchu/validators'
import type { EChartsCoreOption } from 'echarts/core'
import { signed } from '../../change.ts'
import { axis, GRID, SMALL, tooltip } from '../../options/common.ts'
import { markup } from '../../options/markup.ts'
import type { Palette } from '../../palette.ts'
import type { Step } from '../model.ts'
import { onTwoLines } from './composition.ts'

interface Waterfall {
  steps: readonly Step[]
  base: { name: string; value: number }
  current: { name: string; value: number; isSolid: boolean }
  unit: string
}

/** A mark without fill: its period is not published. */
export const hollow = (palette: Palette) => ({
  color: 'transparent',
  borderColor: palette.groups[0],
  borderWidth: 1.5,
  borderType: 'dashed' as const,
})

const shareText = ({ share }: Step) =>
  share === undefined ? '' : `${quantity(share, '%').replace('-', '−')}%`

const BAR = { type: 'bar', stack: 'steps', barMaxWidth: 46, barCategoryGap: '28%' }

/** Columns: the base's total, a step for each part, and the current total. */
function columnsOf(palette: Palette, { steps, base, current, unit }: Waterfall) {
  const own = { color: palette.groups[0] }
  return [
    { value: base.value, text: quantity(base.value, unit), itemStyle: { color: palette.groups[4] } },
    ...steps.map((step) => ({
      value: Math.abs(step.difference),
      text: signed(step.difference, unit),
      itemStyle: step.difference < 0 ? { color: palette.groups[1] } : own,
    })),
    {
      value: current.value,
      text: quantity(current.value, unit),
      itemStyle: current.isSolid ? own : hollow(palette),
    },
  ]
}

/** Lines from the end of each column to the next. */
const connectors = (palette: Palette, { steps, base, current }: Waterfall) =>
  [base.value, ...steps.map(({ to }) => to)].map((level, at) => ({
    type: 'line',
    silent: true,
    symbol: 'none',
    lineStyle: { color: palette.outline, width: 1, type: 'dotted' },
    data: [...steps, base, current].map((_, column) => (column === at || column === at + 1 ? level : '-')),
  }))

/** Where the growth comes from: from one total to the other by parts. */
export const waterfallOption =
  (subject: Waterfall) =>
  (palette: Palette): EChartsCoreOption => {
    const { steps, base, current, unit } = subject
    const names = [base.name, ...steps.map(({ name }) => name), current.name]
    const columns = columnsOf(palette, subject)
    const texts = columns.map(({ text }) => text)
    return {
      grid: { ...GRID, top: 24, left: 4, right: 4, bottom: 2 },
      tooltip: tooltip(palette, {
        trigger: 'item',
        formatter: ({ dataIndex }: { dataIndex: number }) => {
          const step = steps[dataIndex - 1]
          const share = step ? shareText(step) : ''
          return markup`${names[dataIndex] ?? ''}　${texts[dataIndex] ?? ''} ${unit}${share && `，占增量 ${share}`}`
        },
      }),
      xAxis: {
        ...axis(palette),
        type: 'category',
        data: names,
        axisLabel: {
          color: palette.inkSoft,
          fontSize: SMALL,
          lineHeight: 16,
          interval: 0,
          hideOverlap: true,
          formatter: (name: string, at: number) => {
            const step = steps[at - 1]
            const share = step ? shareText(step) : ''
            return share ? `${name}\n${share}` : onTwoLines(name)
          },
        },
      },
      yAxis: { ...axis(palette), type: 'value', show: false, min: 0 },
      series: [
        {
          ...BAR,
          silent: true,
          itemStyle: { color: 'transparent' },
          tooltip: tooltip(palette, { trigger: 'item', show: false }),
          data: [0, ...steps.map(({ from, to }) => Math.min(from, to)), 0],
        },
        {
          ...BAR,
          name: '增量',
          emphasis: { itemStyle: { borderColor: palette.ink, borderWidth: 1.5 } },
          label: {
            show: true,
            position: 'top',
            color: palette.ink,
            fontSize: SMALL,
            formatter: ({ dataIndex }: { dataIndex: number }) => texts[dataIndex] ?? '',
          },
          data: columns.map(({ value, itemStyle }) => ({ value, itemStyle })),
        },
        ...connectors(palette, subject),
      ],
    }
  }
