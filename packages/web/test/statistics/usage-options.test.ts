// @vitest-environment node
import type { UsageSpread, UsageSpreadRow } from '@xinchu/sdk'
import { describe, expect, test } from 'vitest'
import { drawnSvg } from '../../src/features/statistics/files/drawn.ts'
import { LIGHT } from '../../src/features/statistics/palette.ts'
import { histogramFinding, histogramOption } from '../../src/features/statistics/usage/histogram.ts'
import { boxOption } from '../../src/features/statistics/usage/spread-options.ts'
import { drawnTexts, touching } from '../support/drawn-texts.ts'

const row = (more: Partial<UsageSpreadRow>): UsageSpreadRow => ({
  by: 'all',
  key: '',
  label: '全部',
  projects: 200,
  flagged: 0,
  ...{ mean: 300, p10: 100, p25: 220, median: 310, p75: 450, p90: 600 },
  values: [],
  projectIds: [],
  ...more,
})

const bin = (from: number, other: number, user = 0) => ({ from, other, user })

test.each<[why: string, spread: UsageSpread, text: string]>([
  [
    'the bin with most stations and its share',
    { bins: [bin(100, 20), bin(200, 110, 10), bin(1_200, 60)], rows: [row({})] },
    '200–250 h 的电站最多，120 座，占 60.0%。',
  ],
  [
    'how far stations lie apart where no bin has most',
    { bins: [bin(100, 1), bin(600, 0, 1)], rows: [row({ projects: 2 })] },
    '2 座电站的利用小时在 100–650 h 之间。',
  ],
  [
    'the same with an open end',
    { bins: [bin(100, 1), bin(1_200, 1)], rows: [row({ projects: 2 })] },
    '2 座电站的利用小时在 100 h 及以上。',
  ],
  ['nothing without a station', { bins: [], rows: [] }, ''],
])('the histogram says %s', (_, spread, text) => expect(histogramFinding(spread)).toBe(text))

describe.each([
  ['a phone', 300],
  ['half a page', 620],
])('the quantiles of the histogram at the width of %s', (_, width) => {
  const bins = [bin(100, 100), bin(200, 374), bin(550, 120), bin(1_200, 6)]
  const option = (quantiles: Partial<UsageSpreadRow>) => histogramOption({ bins, rows: [row(quantiles)] })

  test.each<[why: string, quantiles: Partial<UsageSpreadRow>]>([
    ['lie apart', { p10: 148, mean: 241, median: 272, p90: 589 }],
    ['have the mean above the median', { p10: 170, mean: 320, median: 290, p90: 600 }],
    ['have a tenth with hardly any use', { p10: 20, mean: 120, median: 150, p90: 700 }],
    ['are crowded at the beginning', { p10: 40, mean: 60, median: 70, p90: 90 }],
    ['are crowded at the end', { p10: 1_100, mean: 1_160, median: 1_150, p90: 1_200 }],
  ])('stand by themselves inside of the axes where they %s', (_why, quantiles) => {
    const texts = drawnTexts(drawnSvg({ option: option(quantiles) }, width, 280))
    expect(touching(texts)).toEqual([])
    const zero = texts.find(({ text }) => text === '0')
    for (const { text, left, right } of texts.filter(({ text }) => /^P\d0|^中位|^加权/.test(text))) {
      expect(left, text).toBeGreaterThan(zero?.right ?? width)
      expect(right, text).toBeLessThanOrEqual(width)
    }
  })
})

describe('the hours of scenarios', () => {
  interface Series {
    name?: string
    data: readonly unknown[]
    itemStyle: object
  }
  const rows = [
    row({ label: '独立储能', values: [20], projectIds: [7] }),
    row({ label: '共享储能', projects: 2, values: [250, 310], projectIds: [8, 9] }),
  ]
  const seriesOf = (name: string, of: readonly UsageSpreadRow[] = rows) =>
    (boxOption(of)(LIGHT)['series'] as readonly Series[]).find((each) => each.name === name) // built as such

  test('tell marked stations from those of a group that has too few for a box', () => {
    const [marked, single] = [seriesOf('待复核'), seriesOf('单站')]
    // Each with its project, whose row it opens.
    expect(marked?.data).toEqual([[20, 0, 7]])
    expect(single?.data).toEqual([
      [250, 1, 8],
      [310, 1, 9],
    ])
    expect(marked?.itemStyle).not.toEqual(single?.itemStyle)
    expect(seriesOf('单站', rows.slice(0, 1))).toBeUndefined()
  })

  test('draw no box where a group has none', () => {
    expect(seriesOf('P25–P75')?.data).toEqual([
      [230, 0],
      ['-', 1],
    ])
  })
})
