import type { GroupPair } from '@xinchu/validators'
import { quantity } from '@xinchu/validators'
import type { EChartsCoreOption } from 'echarts/core'
import { pointsText } from '../../change.ts'
import { shadeOf } from '../../options/classes.ts'
import { axis, SMALL, tooltip } from '../../options/common.ts'
import { markup } from '../../options/markup.ts'
import type { Palette } from '../../palette.ts'

export interface Composition {
  names: readonly [base: string, current: string]
  /** Ordered classes, as 100 % bars. */
  bars: readonly GroupPair[]
  /** Groups, as slopes. */
  slopes: readonly GroupPair[]
  isComparable: boolean
}

/** Part of a bar in percent that has room for its value. */
const ROOM = 7
const BARS_HEIGHT = 96
const NAME_WIDTH = 74
/** Plot of the slopes, px. */
const SLOPES = { top: 12, height: 150, left: 64, right: 226 }
/** Width in px up to which the slopes leave less room for their labels. */
const NARROW = 400
/** Least distance of two labels, px. */
const APART = 16

const percent = (value: number) => quantity(value, '%')

/** Name of a period with the word of its status below. */
export const onTwoLines = (name: string): string => name.replace('（', '\n（')

/** Name of a group without the brackets that explain it. */
export const shortOf = (name: string): string => name.replace(/[（(].*$/, '')

function barSeries(palette: Palette, { bars }: Composition) {
  return bars.map((part, at) => {
    const shade = shadeOf(at, bars.length)
    return {
      type: 'bar',
      name: shortOf(part.name),
      stack: 'whole',
      barWidth: 24,
      itemStyle: { color: palette.steps[shade], borderColor: palette.outline, borderWidth: 1 },
      emphasis: { itemStyle: { borderColor: palette.ink, borderWidth: 1.5 } },
      label: {
        show: true,
        color: palette.onSteps[shade],
        fontSize: SMALL,
        formatter: ({ value }: { value: number }) => (value >= ROOM ? percent(value) : ''),
      },
      data: [part.baseShare, part.currentShare],
    }
  })
}

/** Shifts in px that keep labels at these heights of 0 to 1 apart. */
export function apart(heights: readonly number[], room: number, least = APART): number[] {
  const order = heights.map((height, at) => ({ at, y: (1 - height) * room })).toSorted((a, b) => a.y - b.y)
  const shifts = heights.map(() => 0)
  let last = Number.NEGATIVE_INFINITY
  for (const { at, y } of order) {
    const placed = Math.max(y, last + least)
    shifts[at] = placed - y
    last = placed
  }
  return shifts
}

const MARKS = ['circle', 'rect', 'triangle', 'diamond', 'circle']

function slopeSeries(palette: Palette, { slopes, isComparable }: Composition, most: number) {
  const shifts = (of: (part: GroupPair) => number) =>
    apart(
      slopes.map((part) => of(part) / most),
      SLOPES.height,
    )
  const [left, right] = [shifts(({ baseShare }) => baseShare), shifts(({ currentShare }) => currentShare)]
  return slopes.map((part, at) => {
    const { name, baseShare, currentShare } = part
    const color = palette.groups[Math.min(at, 4)]
    const label = { show: true, fontSize: SMALL, color: palette.inkSoft }
    const shift = isComparable ? `　${pointsText(currentShare - baseShare)}` : ''
    return {
      type: 'line',
      name: shortOf(name),
      xAxisIndex: 1,
      yAxisIndex: 1,
      symbol: MARKS[at % MARKS.length],
      symbolSize: 8,
      lineStyle: { width: 2, color },
      itemStyle: { color },
      emphasis: { itemStyle: { borderColor: palette.ink, borderWidth: 1.5 } },
      data: [
        {
          value: baseShare,
          label: { ...label, position: 'left', offset: [0, left[at] ?? 0], formatter: percent(baseShare) },
        },
        {
          value: currentShare,
          label: {
            ...label,
            color: palette.ink,
            position: 'right',
            offset: [0, right[at] ?? 0],
            formatter: `${percent(currentShare)}  ${shortOf(name)}${shift}`,
          },
        },
      ],
    }
  })
}

/** Height of the drawing in px. */
export const compositionHeight = ({ bars, slopes }: Pick<Composition, 'bars' | 'slopes'>): number =>
  (bars.length > 0 ? BARS_HEIGHT + 26 : 0) + (slopes.length > 0 ? SLOPES.height + SLOPES.top + 40 : 0)

/** How a composition changed: paired bars of ordered classes above slopes of groups. */
export const compositionOption =
  (subject: Composition) =>
  (palette: Palette): EChartsCoreOption => {
    const { names, bars, slopes } = subject
    const most = Math.max(1, ...slopes.flatMap(({ baseShare, currentShare }) => [baseShare, currentShare]))
    const top = bars.length > 0 ? BARS_HEIGHT + 26 : 0
    return {
      tooltip: tooltip(palette, {
        trigger: 'item',
        formatter: ({
          seriesName,
          dataIndex,
          value,
        }: {
          seriesName: string
          dataIndex: number
          value: number
        }) => markup`${names[dataIndex] ?? ''}　${seriesName}　${percent(value)}%`,
      }),
      legend: {
        top: 0,
        left: NAME_WIDTH,
        itemWidth: 12,
        itemHeight: 10,
        itemGap: 12,
        textStyle: { color: palette.inkSoft, fontSize: SMALL },
        data: bars.map(({ name }) => shortOf(name)),
      },
      grid: [
        { left: NAME_WIDTH, right: 4, top: 24, height: bars.length > 0 ? BARS_HEIGHT - 24 : 0 },
        {
          left: SLOPES.left,
          right: SLOPES.right,
          top: top + SLOPES.top,
          height: slopes.length > 0 ? SLOPES.height : 0,
        },
      ],
      xAxis: [
        { type: 'value', max: 100, show: false },
        {
          ...axis(palette),
          gridIndex: 1,
          type: 'category',
          boundaryGap: false,
          show: slopes.length > 0,
          data: [...names],
          axisLabel: { color: palette.inkSoft, fontSize: SMALL, interval: 0, formatter: onTwoLines },
        },
      ],
      yAxis: [
        {
          ...axis(palette),
          type: 'category',
          inverse: true,
          show: bars.length > 0,
          axisLine: { show: false },
          axisLabel: { color: palette.inkSoft, fontSize: SMALL, formatter: onTwoLines },
          data: [...names],
        },
        { gridIndex: 1, type: 'value', min: 0, max: most, show: false },
      ],
      series: [...barSeries(palette, subject), ...slopeSeries(palette, subject, most)],
      media: [{ query: { maxWidth: NARROW }, option: { grid: [{}, { left: 46, right: 212 }] } }],
    }
  }
