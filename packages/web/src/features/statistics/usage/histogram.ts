import type { UsageSpread, UsageSpreadRow } from '@xinchu/sdk'
import { quantity } from '@xinchu/validators'
import type { EChartsCoreOption } from 'echarts/core'
import { axis, GRID, legend, SMALL, tooltip } from '../options/common.ts'
import { lines, markup } from '../options/markup.ts'
import type { Palette } from '../palette.ts'
import { FEW, rowsBy, wholeHours } from './finding.ts'

export const BIN_HOURS = 50
const LAST_BIN = 1_200
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

/** Heights of the upright lines of the histogram and of its scale, as parts of the highest bar. */
const LEVELS = [1.04, 1.16, 1.28, 1.4]
const TOP = 1.5
/** Part of the scale from which a line is named at its left. */
const NAMED_LEFT_FROM = 0.72

/**
 * Upright lines of the histogram with their names. Each has a level of its own, lower where the name of another reaches
 * over it.
 */
function marksOf(all: UsageSpreadRow, end: number) {
  const marks = [
    { at: all.p10, name: 'P10', isDashed: true },
    { at: all.median, name: '中位', isDashed: true },
    { at: all.mean, name: '加权平均', isDashed: false },
    { at: all.p90, name: 'P90', isDashed: true },
  ].toSorted((a, b) => a.at - b.at)
  const isLeft = (at: number) => at > end * NAMED_LEFT_FROM
  const left = marks.filter(({ at }) => isLeft(at))
  const byLevel = [...left, ...marks.slice(0, marks.length - left.length).toReversed()]
  return marks.map(({ at, name, isDashed }) => ({
    ...{ at, isDashed, words: `${name} ${wholeHours(at)}`, side: isLeft(at) ? 'left' : 'right' },
    height: LEVELS[byLevel.findIndex((each) => each.name === name)] ?? 1,
  }))
}

const count = (stations: number) => stations.toLocaleString('zh-CN')

/** Stations by hours of use, of users and of others stacked, with quantiles and the weighted mean as lines. */
export const histogramOption =
  (spread: UsageSpread) =>
  (palette: Palette): EChartsCoreOption => {
    const bins = binsOf(spread)
    const most = Math.max(1, ...bins.map(({ user, other }) => user + other))
    const end = (bins.at(-1)?.from ?? 0) + BIN_HOURS
    const [all] = rowsBy(spread, 'all')
    const marks = all && all.projects >= FEW ? marksOf(all, end) : []
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
        max: marks.length > 0 ? Math.ceil(most * TOP) : undefined,
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
        ...marks.map(({ at, words, isDashed, side, height }) => ({
          silent: true,
          animation: false,
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
                position: side,
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
    const to = last.from >= LAST_BIN ? ' h 及以上' : `–${last.from + BIN_HOURS} h 之间`
    return `${count(all.projects)} 座电站的利用小时在 ${bins[0]?.from ?? 0}${to}。`
  }
  const share = quantity((100 * most.count) / all.projects, '%')
  return `${binName(most.from)} 的电站最多，${count(most.count)} 座，占 ${share}%。`
}
