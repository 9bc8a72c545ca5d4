import type { UsageTimeliness } from '@xinchu/sdk'
import { quantity, quarterDays, quarterName } from '@xinchu/validators'
import type { EChartsCoreOption } from 'echarts/core'
import { today } from '../../../lib/beijing.ts'
import { axis, GRID, SMALL, tooltip } from '../options/common.ts'
import type { Palette } from '../palette.ts'

export type Course = UsageTimeliness['courses'][number]

/** Days after the quarter that are shown at least, and at most. */
const LEAST = 35
const MOST = 90

/** Cumulative share of the due projects by day after the quarter, in percent. */
export function sharesOf({ days }: Course, due: number): (readonly [day: number, share: number])[] {
  if (due <= 0) return []
  let sum = 0
  return [
    [0, 0] as const,
    ...days.map(({ day, count }) => {
      sum += count
      return [day, Math.min(100, (100 * sum) / due)] as const
    }),
  ]
}

/** Shares of all courses on a day on which any of them moved. */
export interface ProgressDay {
  day: number
  shares: readonly (number | undefined)[]
}

/** The courses as rows by day. */
export function progressDays(courses: readonly Course[], dueOf: (course: Course) => number): ProgressDay[] {
  const all = courses.map((course) => sharesOf(course, dueOf(course)))
  const days = [...new Set(all.flatMap((shares) => shares.map(([day]) => day)))].toSorted((a, b) => a - b)
  return days.map((day) => ({
    day,
    shares: all.map((shares) => shares.findLast(([at]) => at <= day)?.[1]),
  }))
}

const DAY_MS = 86_400_000

/** Days from the end of a quarter to today. */
const daysSince = (course: Course) =>
  Math.round((Date.parse(today()) - Date.parse(quarterDays(course).last)) / DAY_MS)

/** The shares, and the last of them on to today or the end of the axis. */
function drawn(course: Course, due: number, end: number) {
  const shares = sharesOf(course, due)
  const last = shares.at(-1)
  const until = Math.min(end, daysSince(course))
  return last && until > last[0] ? [...shares, [until, last[1]] as const] : shares
}

/** How the reports of a quarter and of the one before came in, with a line at the deadline. */
export const progressOption =
  (courses: readonly Course[], dueOf: (course: Course) => number) =>
  (palette: Palette): EChartsCoreOption => {
    const [now] = courses
    const deadline = now?.deadlineDay
    const last = Math.max(LEAST, ...courses.flatMap(({ days }) => days.map(({ day }) => day)))
    const isShown = deadline !== undefined && deadline <= MOST
    const end = isShown ? Math.max(last, deadline) : last
    return {
      grid: { ...GRID, top: 24, right: 24, bottom: 20 },
      tooltip: tooltip(palette, {
        trigger: 'axis',
        valueFormatter: (value) => (typeof value === 'number' ? `${quantity(value, '%')}%` : ''),
      }),
      xAxis: {
        ...axis(palette),
        type: 'value',
        min: 0,
        max: end,
        name: '季度结束后的天数',
        nameLocation: 'middle',
        nameGap: 22,
        splitLine: { show: false },
      },
      yAxis: { ...axis(palette), type: 'value', min: 0, max: 100, interval: 50, name: '%' },
      series: [
        ...courses.map((course, at) => {
          const color = at === 0 ? palette.groups[0] : palette.inkFaint
          return {
            type: 'line',
            name: quarterName(course),
            step: 'end',
            symbol: 'none',
            lineStyle: { width: at === 0 ? 2 : 1.5, color },
            itemStyle: { color },
            data: drawn(course, dueOf(course), end),
          }
        }),
        ...(isShown
          ? [
              {
                type: 'line',
                name: '截止',
                silent: true,
                symbol: 'circle',
                symbolSize: 0.1,
                lineStyle: { width: 1, type: 'dashed', color: palette.warning },
                data: [
                  [deadline, 0],
                  {
                    value: [deadline, 100],
                    label: {
                      show: true,
                      position: 'left',
                      formatter: `截止 ${now?.deadline?.slice(5, 10) ?? ''}`,
                      color: palette.warning,
                      fontSize: SMALL,
                    },
                  },
                ],
              },
            ]
          : []),
      ],
    }
  }
