import { quantity } from '@xinchu/validators'
import type { EChartsCoreOption } from 'echarts/core'
import type { Palette } from '../palette.ts'
import { axis, GRID, legend, SMALL, scaleTo, type TooltipSettings, tooltip } from './common.ts'
import { lines, markup } from './markup.ts'

/** Shares of a group at the ends of years, in percent. */
export interface CourseGroup {
  name: string
  /** Place among all groups of its kind, which decides about its colour whether or not the others have projects. */
  place: number
  values: readonly number[]
  /** Change in the last year, in words. */
  change?: string | undefined
}

const MARKS = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle'] as const
/** Room of a label of two lines. */
const LABEL = 32
const END = 128
/** Part of the axis that a label takes. */
const CLOSE = 0.12
const TEN = 10
const FEW = 3

const percent = (value: number) => `${quantity(value, '%')}%`

const SHARES: TooltipSettings = { trigger: 'axis', valueFormatter: (value) => percent(Number(value)) }

/**
 * Shifts of labels at these heights (px from the top) so that none covers another.
 * @param floor the lowest place of a label
 */
export function spread(
  heights: readonly number[],
  least: number,
  floor = Number.POSITIVE_INFINITY,
): number[] {
  const order = heights.map((height, at) => ({ height, at })).toSorted((a, b) => a.height - b.height)
  const shifts = heights.map(() => 0)
  let free = Number.NEGATIVE_INFINITY
  for (const { height, at } of order) {
    const place = Math.max(height, free)
    shifts[at] = place - height
    free = place + least
  }
  // Half of the shift goes up, so that a pair stays centered on its marks.
  const most = Math.max(0, ...shifts)
  let below = floor + least
  for (const { height, at } of order.toReversed()) {
    below = Math.min(height + (shifts[at] ?? 0) - most / 2, below - least)
    shifts[at] = below - height
  }
  return shifts
}

/** Lines over years, named at their ends. At most five groups. */
export const linesOption =
  (years: readonly string[], groups: readonly CourseGroup[], height: number) =>
  (palette: Palette): EChartsCoreOption => {
    const places = groups.length <= FEW ? [0, 1, 4] : [0, 1, 2, 3, 4]
    const colours = places.map((at) => palette.groups[at])
    const scale = scaleTo(Math.max(TEN, ...groups.flatMap(({ values }) => values)), height - 2 * LABEL)
    const most = scale.max
    const last = years.length - 1
    const shifts = spread(
      groups.map(({ values }) => (height - 2 * LABEL) * (1 - (values.at(-1) ?? 0) / most)),
      LABEL,
      // Above the names of the years.
      height - 2 * LABEL - LABEL / 2,
    )
    const first = groups.map(({ values }) => values[0] ?? 0)
    /** Two lines that begin close to each other have their labels on both sides. */
    const isBelow = (at: number) =>
      first.some((each) => each > (first[at] ?? 0) && each - (first[at] ?? 0) < most * CLOSE)
    const label = (group: CourseGroup, at: number, place: number) => {
      const value = group.values[place] ?? 0
      if (place === last)
        return {
          show: true,
          position: 'right',
          distance: 8,
          offset: [0, shifts[at] ?? 0],
          formatter: `{name|${group.name}}\n{value|${percent(value)}　${group.change ?? ''}}`,
          rich: {
            name: { color: palette.ink, fontSize: SMALL, fontWeight: 'bold', lineHeight: 15 },
            value: { color: palette.inkSoft, fontSize: SMALL, lineHeight: 15 },
          },
        }
      return {
        show: place === 0,
        position: isBelow(at) ? 'bottom' : 'top',
        color: palette.inkSoft,
        fontSize: SMALL,
        formatter: percent(value),
      }
    }
    return {
      grid: { ...GRID, top: 16, right: END },
      tooltip: tooltip(palette, SHARES),
      xAxis: { ...axis(palette), type: 'category', boundaryGap: ['4%', '0%'], data: years },
      yAxis: {
        ...axis(palette),
        type: 'value',
        min: 0,
        ...scale,
        axisLabel: { ...axis(palette).axisLabel, formatter: '{value}%' },
      },
      series: groups.map((group, at) => ({
        type: 'line',
        name: group.name,
        symbol: MARKS[group.place % MARKS.length],
        symbolSize: 8,
        triggerLineEvent: true,
        lineStyle: { width: 2, color: colours[group.place] ?? palette.groups[4] },
        itemStyle: { color: colours[group.place] ?? palette.groups[4] },
        data: group.values.map((value, place) => ({ value, label: label(group, at, place) })),
      })),
    }
  }

const HEADROOM = 1.25
/** Height of the columns' plot in px. */
const OTHERS_PLOT = 140

/** Least share in percent whose segment has room for its value. */
const ROOM = 7

/** Shades of ordered classes, so that the highest is the darkest. */
const shadesOf = (palette: Palette, count: number) =>
  count <= 3
    ? ([1, 2, 4] as const).map((at) => [palette.steps[at], palette.onSteps[at]])
    : ([0, 1, 2, 3, 4] as const).slice(-count).map((at) => [palette.steps[at], palette.onSteps[at]])

/** One bar of 100 % a year, of ordered classes. */
export const stackedYearsOption =
  (years: readonly string[], groups: readonly CourseGroup[]) =>
  (palette: Palette): EChartsCoreOption => ({
    grid: { ...GRID, top: 28 },
    tooltip: tooltip(palette, SHARES),
    legend: { ...legend(palette), left: 44, right: undefined },
    xAxis: { type: 'value', min: 0, max: 100, show: false },
    yAxis: {
      ...axis(palette),
      type: 'category',
      inverse: true,
      axisLine: { show: false },
      data: years,
    },
    series: groups.map(({ name, values, place }) => {
      const count = Math.max(...groups.map((each) => each.place)) + 1
      const [color = palette.groups[0], ink = palette.ink] = shadesOf(palette, count)[place] ?? []
      return {
        type: 'bar',
        name,
        stack: 'all',
        barMaxWidth: 30,
        itemStyle: { color, borderColor: palette.outline, borderWidth: 1 },
        emphasis: { itemStyle: { color, borderColor: palette.ink, borderWidth: 1.5 } },
        label: { fontSize: SMALL, color: ink },
        data: values.map((value) => ({
          value,
          label: { show: value >= ROOM, formatter: quantity(value, '%') },
        })),
      }
    }),
  })

export interface OthersSubject {
  years: readonly string[]
  groups: readonly CourseGroup[]
  /** Name and shares of the group that is not drawn, as all others would vanish beside it. */
  left: CourseGroup
}

/** Columns of the small groups by year. The share of the large one is written above each. */
export const othersOption =
  ({ years, groups, left }: OthersSubject) =>
  (palette: Palette): EChartsCoreOption => {
    const colours = [1, 2, 3, 0, 4].map((at) => palette.groups[at] ?? palette.inkFaint)
    const totals = years.map((_, at) => groups.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
    return {
      grid: { ...GRID, top: 48, right: 132 },
      tooltip: tooltip(palette, {
        trigger: 'axis',
        formatter: (points: readonly { dataIndex: number }[]) => {
          const at = points[0]?.dataIndex ?? 0
          return lines([
            markup`${years[at] ?? ''}`,
            ...groups.map(({ name, values }) => markup`${name}　${percent(values[at] ?? 0)}`),
            markup`${left.name}　${percent(left.values[at] ?? 0)}（不在图内）`,
          ])
        },
      }),
      legend: {
        ...legend(palette),
        top: 'middle',
        orient: 'vertical',
        data: groups.map(({ name }) => name).toReversed(),
        formatter: (name: string) =>
          `${name} ${quantity(groups.find((each) => each.name === name)?.values.at(-1), '%')}`,
      },
      graphic: [
        {
          type: 'text',
          left: 8,
          top: 6,
          style: { text: `${left.name}占比（不在图内），%`, fill: palette.inkFaint, fontSize: SMALL },
        },
      ],
      xAxis: [
        { ...axis(palette), type: 'category', data: years },
        {
          ...axis(palette),
          type: 'category',
          position: 'top',
          axisLine: { show: false },
          axisLabel: { color: palette.inkSoft, fontSize: SMALL, margin: 2, interval: 0 },
          data: left.values.map((value) => quantity(value, '%')),
        },
      ],
      yAxis: {
        ...axis(palette),
        type: 'value',
        min: 0,
        // The totals stand below the shares that are not drawn.
        ...scaleTo(Math.max(1, ...totals) * HEADROOM, OTHERS_PLOT),
        axisLabel: { ...axis(palette).axisLabel, formatter: '{value}%' },
      },
      series: [
        ...groups.map(({ name, values, place }) => ({
          type: 'bar',
          name,
          stack: 'all',
          barMaxWidth: 34,
          itemStyle: { color: colours[place % colours.length] },
          emphasis: { itemStyle: { borderColor: palette.ink, borderWidth: 1.5 } },
          data: values,
        })),
        {
          type: 'line',
          name: '合计',
          lineStyle: { opacity: 0 },
          symbolSize: 1,
          itemStyle: { color: 'transparent' },
          label: {
            show: true,
            position: 'top',
            color: palette.ink,
            fontSize: SMALL,
            formatter: ({ value }: { value: number }) => quantity(value, '%'),
          },
          data: totals,
        },
      ],
    }
  }
