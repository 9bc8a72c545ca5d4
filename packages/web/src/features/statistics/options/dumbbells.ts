import { quantity } from '@xinchu/validators'
import type { EChartsCoreOption } from 'echarts/core'
import type { Palette } from '../palette.ts'
import { axis, GRID, legend, SMALL, tooltip } from './common.ts'
import { lines, markup } from './markup.ts'

/** Two shares of a group, in percent. */
export interface Dumbbell {
  name: string
  /** Drawn as a ring. */
  first: number
  /** Drawn as a dot. */
  second: number
}

const TEN = 10

const percent = (value: number) => `${quantity(value, '%')}%`

/** Two shares of each group on one scale, joined by a line. */
export const dumbbellsOption =
  (groups: readonly Dumbbell[], [firstName, secondName]: readonly [string, string]) =>
  (palette: Palette): EChartsCoreOption => {
    const most = Math.ceil(Math.max(0, ...groups.flatMap(({ first, second }) => [first, second])) / TEN) * TEN
    const mark = (name: string, of: 'first' | 'second', other: 'first' | 'second') => ({
      type: 'scatter',
      name,
      symbol: 'circle',
      symbolSize: 11,
      itemStyle:
        of === 'first'
          ? { color: palette.surface, borderColor: palette.inkFaint, borderWidth: 2 }
          : { color: palette.groups[0] },
      data: groups.map((group, at) => {
        const isLeft = group[of] < group[other] || (group[of] === group[other] && of === 'first')
        return {
          name: group.name,
          value: [group[of], at],
          label: {
            show: true,
            position: isLeft && group[of] > most * 0.1 ? 'left' : isLeft ? 'top' : 'right',
            formatter: quantity(group[of], '%'),
            color: of === 'second' ? palette.ink : palette.inkSoft,
            fontWeight: of === 'second' ? 'bold' : 'normal',
            fontSize: SMALL,
          },
        }
      }),
    })
    const joint = { type: 'bar', stack: 'line', barWidth: 2, silent: true }
    return {
      grid: { ...GRID, top: 30, right: 48 },
      tooltip: tooltip(palette, {
        trigger: 'axis',
        formatter: (points: readonly { dataIndex: number }[]) => {
          const group = groups[points[0]?.dataIndex ?? 0]
          if (!group) return markup``
          return lines([
            markup`${group.name}`,
            markup`${firstName}　${percent(group.first)}`,
            markup`${secondName}　${percent(group.second)}`,
          ])
        },
      }),
      legend: { ...legend(palette), data: [firstName, secondName] },
      xAxis: {
        ...axis(palette),
        type: 'value',
        min: 0,
        max: most || TEN,
        axisLabel: { ...axis(palette).axisLabel, formatter: '{value}%', hideOverlap: true },
      },
      yAxis: {
        ...axis(palette),
        type: 'category',
        inverse: true,
        axisLine: { show: false },
        axisLabel: { color: palette.inkSoft, fontSize: SMALL },
        data: groups.map(({ name }) => name),
      },
      series: [
        {
          ...joint,
          itemStyle: { color: 'transparent' },
          data: groups.map(({ first, second }) => Math.min(first, second)),
        },
        {
          ...joint,
          itemStyle: { color: palette.inkFaint },
          data: groups.map(({ first, second }) => Math.abs(first - second)),
        },
        mark(firstName, 'first', 'second'),
        mark(secondName, 'second', 'first'),
      ],
    }
  }
