import type { UsageSpread, UsageSpreadRow } from '@xinchu/sdk'
import { quantity } from '@xinchu/validators'
import type { EChartsCoreOption } from 'echarts/core'
import { axis, GRID, legend, SMALL, tooltip } from '../options/common.ts'
import { lines, markup } from '../options/markup.ts'
import type { Palette } from '../palette.ts'
import { FEW, rowsBy, wholeHours } from './finding.ts'

export const BIN_HOURS = 50
export const LAST_BIN = 1_200
const MARKED = '待复核'
const SINGLE = '单站'
export const SIDES = [
  ['other', '电源侧、电网侧'],
  ['user', '用户侧'],
] as const

/** Bins from 0 to the last with a station, without gaps. */
export function binsOf({ bins }: UsageSpread): UsageSpread['bins'] {
  const last = bins.at(-1)?.from ?? 0
  const known = new Map(bins.map((bin) => [bin.from, bin]))
  return Array.from({ length: last / BIN_HOURS + 1 }, (_, at) => {
    const from = at * BIN_HOURS
    return known.get(from) ?? { from, user: 0, other: 0 }
  })
}

export const binName = (from: number): string =>
  from >= LAST_BIN ? `${LAST_BIN.toLocaleString('zh-CN')} h 及以上` : `${from}–${from + BIN_HOURS} h`

/** Upright lines of the histogram: where, words, whether dashed, and height as a part of the highest bar. */
const marksOf = (all: UsageSpreadRow) =>
  [
    [all.p10, `P10 ${wholeHours(all.p10)}`, true, 1.04],
    [all.median, `中位 ${wholeHours(all.median)}`, true, 1.15],
    [all.mean, `加权平均 ${wholeHours(all.mean)}`, false, 1.27],
    [all.p90, `P90 ${wholeHours(all.p90)}`, true, 1.04],
  ] as const

const count = (stations: number) => stations.toLocaleString('zh-CN')

const still = { silent: true, animation: false }

/** Stations by hours of use, of users and of others stacked, with quantiles and the weighted mean as lines. */
export const histogramOption =
  (spread: UsageSpread) =>
  (palette: Palette): EChartsCoreOption => {
    const bins = binsOf(spread)
    const most = Math.max(1, ...bins.map(({ user, other }) => user + other))
    const end = (bins.at(-1)?.from ?? 0) + BIN_HOURS
    const [all] = rowsBy(spread, 'all')
    const marks = all && all.projects >= FEW ? marksOf(all) : []
    return {
      grid: { ...GRID, bottom: 22 },
      tooltip: tooltip(palette, {
        trigger: 'item',
        formatter: ({ seriesIndex, dataIndex }: { seriesIndex: number; dataIndex: number }) => {
          const bin = bins[dataIndex]
          const [side, name] = SIDES[seriesIndex] ?? SIDES[0]
          return lines([
            markup`${bin ? binName(bin.from) : ''}`,
            markup`${name}　${bin?.[side] ?? 0} 座，点击看组成`,
          ])
        },
      }),
      legend: { ...legend(palette), data: SIDES.map(([, name]) => name) },
      xAxis: {
        ...axis(palette),
        type: 'value',
        min: 0,
        max: end,
        interval: end > 600 ? 200 : 100,
        splitLine: { show: false },
        name: '等效利用小时（h，每格 50 h）',
        nameLocation: 'middle',
        nameGap: 24,
        axisLabel: { ...axis(palette).axisLabel, showMaxLabel: false },
      },
      yAxis: {
        ...axis(palette),
        type: 'value',
        name: '座',
        max: marks.length > 0 ? Math.ceil(most * 1.38) : undefined,
        minInterval: 1,
        axisLabel: { ...axis(palette).axisLabel, showMaxLabel: false },
      },
      series: [
        ...SIDES.map(([side, name]) => ({
          type: 'bar',
          name,
          stack: 'stations',
          barCategoryGap: '6%',
          itemStyle: { color: palette.groups[side === 'user' ? 2 : 0] },
          emphasis: { itemStyle: { borderColor: palette.ink, borderWidth: 1.5 } },
          data: bins.map((bin) => [bin.from + BIN_HOURS / 2, bin[side]]),
        })),
        ...marks.map(([at, words, isDashed, height]) => ({
          ...still,
          type: 'line',
          symbol: 'circle',
          symbolSize: 0.1,
          lineStyle: { color: palette.ink, width: isDashed ? 1 : 2, type: isDashed ? 'dashed' : 'solid' },
          z: 5,
          data: [
            [at, 0],
            {
              value: [at, most * height],
              label: {
                show: true,
                position: at > end * 0.72 || (at === all?.p10 && at > end * 0.12) ? 'left' : 'right',
                formatter: words,
                color: palette.ink,
                fontSize: SMALL,
                fontWeight: isDashed ? 'normal' : 'bold',
              },
            },
          ],
        })),
      ],
    }
  }

/** Which bin has most stations. Where none has more than another, how far the stations lie apart. */
export function histogramFinding(spread: UsageSpread): string {
  const bins = spread.bins.map(({ from, user, other }) => ({ from, count: user + other }))
  const [most, next] = bins.toSorted((a, b) => b.count - a.count)
  const [all] = rowsBy(spread, 'all')
  const last = bins.at(-1)
  if (!most || !last || !all) return ''
  if (next?.count === most.count) {
    const to = last.from >= LAST_BIN ? ' h 以上' : `–${last.from + BIN_HOURS} h 之间`
    return `${count(all.projects)} 座电站的利用小时在 ${bins[0]?.from ?? 0}${to}。`
  }
  const share = quantity((100 * most.count) / all.projects, '%')
  return `${binName(most.from)} 的电站最多，${count(most.count)} 座，占 ${share}%。`
}

/** Hours of groups: a line from P10 to P90, a box from P25 to P75, the median, and single stations as dots. */
export const boxOption =
  (rows: readonly UsageSpreadRow[]) =>
  (palette: Palette): EChartsCoreOption => {
    const boxed = rows.map((row) => (row.projects >= FEW ? row : undefined))
    /** Stations of small groups, each by itself, or marked ones of the others. */
    const dotsOf = (isFew: boolean) =>
      rows.flatMap((row, at) =>
        row.projects < FEW === isFew ? row.values.map((value, of) => [value, at, row.projectIds[of]]) : [],
      )
    const dots = [
      { name: MARKED, data: dotsOf(false), symbol: 'circle', color: palette.groups[1] },
      { name: SINGLE, data: dotsOf(true), symbol: 'emptyCircle', color: palette.groups[0] },
    ].filter(({ data }) => data.length > 0)
    const names = { ...axis(palette), type: 'category', inverse: true, axisLine: { show: false } }
    return {
      grid: { ...GRID, top: 24, right: 8 },
      tooltip: tooltip(palette, {
        trigger: 'item',
        formatter: ({ value }: { value: readonly [number, number] }) => {
          const row = rows[value[1]]
          if (!row) return markup``
          return lines([
            markup`${row.label}　${row.projects} 座`,
            markup`中位 ${wholeHours(row.median)} h，P25–P75 ${wholeHours(row.p25)}–${wholeHours(row.p75)} h`,
            markup`P10–P90 ${wholeHours(row.p10)}–${wholeHours(row.p90)} h，点击看组成`,
          ])
        },
      }),
      legend: {
        ...legend(palette),
        selectedMode: false,
        data: ['P10–P90', 'P25–P75', '中位', ...dots.map(({ name }) => name)],
      },
      xAxis: { ...axis(palette), type: 'value', min: 0, name: '' },
      yAxis: [
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
      ],
      series: [
        {
          ...still,
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
        },
        {
          ...still,
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
        {
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
        },
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
