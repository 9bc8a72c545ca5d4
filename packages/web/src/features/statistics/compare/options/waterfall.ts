import { quantity } from '@xinchu/validators'
import type { EChartsCoreOption } from 'echarts/core'
import { signed } from '../../change.ts'
import { axis, GRID, SMALL, tooltip } from '../../options/common.ts'
import { markup } from '../../options/markup.ts'
import { textWidth } from '../../options/text-width.ts'
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

const BAR = { type: 'bar', stack: 'steps', barCategoryGap: '28%' }
const WIDEST_BAR = 46
const HIGHEST_BAR = 18
/** Room in px beside a text. */
const BETWEEN = 4

const widthOf = (text: string) => Math.max(...text.split('\n').map((line) => textWidth(line, SMALL)))

/** Columns: the base's total, a step for each part, and the current total. */
function columnsOf(palette: Palette, { steps, base, current, unit }: Waterfall) {
  const own = { color: palette.groups[0] }
  return [
    {
      ...{ name: base.name, share: '', low: 0, value: base.value, text: quantity(base.value, unit) },
      itemStyle: { color: palette.groups[4] },
    },
    ...steps.map((step) => ({
      name: step.name,
      share: shareText(step),
      low: Math.min(step.from, step.to),
      value: Math.abs(step.difference),
      text: signed(step.difference, unit),
      itemStyle: step.difference < 0 ? { color: palette.groups[1] } : own,
    })),
    {
      ...{ name: current.name, share: '', low: 0, value: current.value, text: quantity(current.value, unit) },
      itemStyle: current.isSolid ? own : hollow(palette),
    },
  ]
}

type Column = ReturnType<typeof columnsOf>[number]

/** Name below a column, with its share of the growth. */
const nameBelow = ({ name, share }: Column) => (share ? `${name}\n${share}` : onTwoLines(name))
/** The same beside a row. */
const nameBeside = ({ name, share }: Column) => (share ? `${name} ${share}` : name)

/** Lines from the end of each column to the next. */
const connectors = (palette: Palette, { steps, base }: Waterfall, isLying: boolean) =>
  [base.value, ...steps.map(({ to }) => to)].map((level, at) => ({
    type: 'line',
    silent: true,
    symbol: 'none',
    lineStyle: { color: palette.outline, width: 1, type: 'dotted' },
    data: [at, at + 1].map((column) => (isLying ? [level, column] : [column, level])),
  }))

/** The columns upright, or as rows where their names have no room below them. */
function layout(palette: Palette, subject: Waterfall, columns: readonly Column[], isLying: boolean) {
  const names = {
    ...axis(palette),
    show: true,
    type: 'category',
    inverse: isLying,
    data: columns.map(({ name }) => name),
    axisLabel: {
      color: palette.inkSoft,
      fontSize: SMALL,
      lineHeight: 16,
      interval: 0,
      formatter: (_: string, at: number) => {
        const column = columns[at]
        return column ? (isLying ? nameBeside : nameBelow)(column) : ''
      },
    },
  }
  const values = { ...axis(palette), type: 'value', show: false, inverse: false, min: 0 }
  const bar = { ...BAR, barMaxWidth: isLying ? HIGHEST_BAR : WIDEST_BAR }
  const room = 2 * BETWEEN + Math.max(...columns.map(({ text }) => widthOf(text)))
  return {
    grid: isLying
      ? { ...GRID, top: 2, left: 4, right: room, bottom: 2 }
      : { ...GRID, top: 24, left: 4, right: 4, bottom: 2 },
    xAxis: isLying ? values : names,
    yAxis: isLying ? names : values,
    series: [
      {
        ...bar,
        silent: true,
        itemStyle: { color: 'transparent' },
        tooltip: tooltip(palette, { trigger: 'item', show: false }),
        data: columns.map(({ low }) => low),
      },
      {
        ...bar,
        name: '增量',
        emphasis: { itemStyle: { borderColor: palette.ink, borderWidth: 1.5 } },
        label: {
          show: true,
          position: isLying ? 'right' : 'top',
          color: palette.ink,
          fontSize: SMALL,
          formatter: ({ dataIndex }: { dataIndex: number }) => columns[dataIndex]?.text ?? '',
        },
        data: columns.map(({ value, itemStyle }) => ({ value, itemStyle })),
      },
      ...connectors(palette, subject, isLying),
    ],
  }
}

/** Where the growth comes from: from one total to the other by parts. */
export const waterfallOption =
  (subject: Waterfall) =>
  (palette: Palette): EChartsCoreOption => {
    const columns = columnsOf(palette, subject)
    const widest = Math.max(...columns.map((each) => Math.max(widthOf(nameBelow(each)), widthOf(each.text))))
    const upright = Math.ceil(columns.length * (widest + BETWEEN))
    const lying = layout(palette, subject, columns, true)
    return {
      tooltip: tooltip(palette, {
        trigger: 'item',
        formatter: ({ dataIndex }: { dataIndex: number }) => {
          const { name = '', text = '', share = '' } = columns[dataIndex] ?? {}
          return markup`${name}　${text} ${subject.unit}${share && `，占增量 ${share}`}`
        },
      }),
      ...lying,
      media: [
        { query: { minWidth: upright }, option: layout(palette, subject, columns, false) },
        { option: lying },
      ],
    }
  }
