import type { UsageSpreadRow } from '@xinchu/sdk'
import type { EChartsCoreOption } from 'echarts/core'
import { axis, GRID, legend, SMALL, tooltip } from '../options/common.ts'
import { lines, markup } from '../options/markup.ts'
import type { Palette } from '../palette.ts'
import { FEW, wholeHours } from './finding.ts'

const MARKED = '待复核'
const SINGLE = '单站'

type Rows = readonly UsageSpreadRow[]

/** Stations of small groups, each by itself, or marked ones of the others. */
const dotsOf = (rows: Rows, isFew: boolean) =>
  rows.flatMap((row, at) =>
    row.projects < FEW === isFew ? row.values.map((value, of) => [value, at, row.projectIds[of]]) : [],
  )

const stationsIn = (rows: Rows, palette: Palette) =>
  [
    { name: MARKED, data: dotsOf(rows, false), symbol: 'circle', color: palette.groups[1] },
    { name: SINGLE, data: dotsOf(rows, true), symbol: 'emptyCircle', color: palette.groups[0] },
  ].filter(({ data }) => data.length > 0)

const wordsOf =
  (rows: Rows) =>
  ({ value }: { value: readonly [number, number] }) => {
    const row = rows[value[1]]
    if (!row) return markup``
    return lines([
      markup`${row.label}　${row.projects} 座`,
      markup`中位 ${wholeHours(row.median)} h，P25–P75 ${wholeHours(row.p25)}–${wholeHours(row.p75)} h`,
      markup`P10–P90 ${wholeHours(row.p10)}–${wholeHours(row.p90)} h，点击看组成`,
    ])
  }

/** Names of the groups on the left, their numbers of stations on the right. */
function groupAxes(rows: Rows, palette: Palette) {
  const names = { ...axis(palette), type: 'category', inverse: true, axisLine: { show: false } }
  return [
    {
      ...names,
      axisLabel: { color: palette.inkSoft, fontSize: SMALL, width: 96, overflow: 'truncate' },
      data: rows.map(({ label }) => label),
    },
    {
      ...names,
      position: 'right',
      axisLabel: {
        color: palette.inkFaint,
        fontSize: SMALL,
        align: 'right',
        margin: 40,
        formatter: (_: string, at: number) => `${rows[at]?.projects.toLocaleString('zh-CN') ?? ''} 座`,
      },
      data: rows.map((_, at) => String(at)),
    },
  ]
}

type Boxed = readonly (UsageSpreadRow | undefined)[]

const whiskers = (boxed: Boxed, palette: Palette) => ({
  silent: true,
  animation: false,
  type: 'line',
  name: 'P10–P90',
  symbol: 'none',
  lineStyle: { color: palette.inkFaint, width: 1.5 },
  itemStyle: { color: palette.inkFaint },
  z: 2,
  data: boxed.flatMap((row, at) =>
    row
      ? [
          [row.p10, at],
          [row.p90, at],
          ['-', at],
        ]
      : [],
  ),
})

/** A box stands on an unseen bar that reaches to its lower end. */
const boxes = (boxed: Boxed, palette: Palette) => [
  {
    silent: true,
    animation: false,
    type: 'bar',
    stack: 'box',
    barMaxWidth: 14,
    itemStyle: { color: 'transparent' },
    data: boxed.map((row, at) => [row?.p25 ?? '-', at]),
  },
  {
    type: 'bar',
    name: 'P25–P75',
    stack: 'box',
    barMaxWidth: 14,
    z: 3,
    itemStyle: { color: palette.base, borderColor: palette.groups[0], borderWidth: 1 },
    emphasis: { itemStyle: { color: palette.base, borderColor: palette.ink, borderWidth: 1.5 } },
    data: boxed.map((row, at) => [row ? row.p75 - row.p25 : '-', at]),
  },
]

const medians = (boxed: Boxed, palette: Palette) => ({
  type: 'scatter',
  name: '中位',
  symbol: 'rect',
  symbolSize: [3, 18],
  z: 4,
  itemStyle: { color: palette.ink },
  label: {
    show: true,
    position: 'top',
    distance: 0,
    formatter: ({ value }: { value: readonly number[] }) => wholeHours(value[0] ?? 0),
    color: palette.ink,
    fontSize: 11,
    fontWeight: 'bold',
  },
  data: boxed.flatMap((row, at) => (row ? [[row.median, at]] : [])),
})

/** Hours of groups: a line from P10 to P90, a box from P25 to P75, the median, and single stations as dots. */
export const boxOption =
  (rows: Rows) =>
  (palette: Palette): EChartsCoreOption => {
    const boxed = rows.map((row) => (row.projects >= FEW ? row : undefined))
    const dots = stationsIn(rows, palette)
    return {
      grid: { ...GRID, top: 24, right: 8 },
      tooltip: tooltip(palette, { trigger: 'item', formatter: wordsOf(rows) }),
      legend: {
        ...legend(palette),
        selectedMode: false,
        data: ['P10–P90', 'P25–P75', '中位', ...dots.map(({ name }) => name)],
      },
      xAxis: { ...axis(palette), type: 'value', min: 0, name: '' },
      yAxis: groupAxes(rows, palette),
      series: [
        whiskers(boxed, palette),
        ...boxes(boxed, palette),
        medians(boxed, palette),
        ...dots.map(({ color, ...series }) => ({
          ...series,
          type: 'scatter',
          symbolSize: 7,
          z: 4,
          itemStyle: { color },
        })),
      ],
    }
  }
