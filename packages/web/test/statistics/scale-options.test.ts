// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scaleTo } from '../../src/features/statistics/options/common.ts'
import {
  linesOption,
  othersOption,
  spread,
  stackedYearsOption,
} from '../../src/features/statistics/options/course.ts'
import { dumbbellsOption } from '../../src/features/statistics/options/dumbbells.ts'
import { rankedOption } from '../../src/features/statistics/options/ranked.ts'
import { trendOption } from '../../src/features/statistics/options/trend.ts'
import { LIGHT } from '../../src/features/statistics/palette.ts'

/** A series as the options have it. */
interface Series {
  type: string
  name?: string
  data: readonly unknown[]
}

const seriesOf = (option: Record<string, unknown>) => option['series'] as readonly Series[] // built as such

const years = ['2023', '2024']
const groups = [
  { name: '独立', place: 0, values: [40.4, 55.9], change: '+15.5 点' },
  { name: '配建', place: 1, values: [46.1, 33.6], change: '−12.5 点' },
  { name: '其他', place: 2, values: [13.5, 10.5], change: '−3.0 点' },
]

test('labels of lines that end close to each other do not cover each other', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 230, noNaN: true }), { minLength: 1, maxLength: 3 }),
      (heights) => {
        const shifts = spread(heights, 32)
        const placed = heights.map((height, at) => height + (shifts[at] ?? 0)).toSorted((a, b) => a - b)
        placed.slice(1).forEach((height, at) => {
          expect(height - (placed[at] ?? 0)).toBeGreaterThanOrEqual(31.999)
        })
      },
    ),
  )
})

test('labels of lines that end apart stay at their marks', () => {
  expect(spread([10, 100, 200], 32)).toEqual([0, 0, 0])
})

test('no label stands below the lowest place, and none is pushed onto another', () => {
  const heights = [190, 196]
  const placed = spread(heights, 32, 182).map((shift, at) => (heights[at] ?? 0) + shift)
  expect(placed).toEqual([150, 182])
  expect(spread([120], 32, 182)).toEqual([0])
})

test('a line is named at its end with its share and change', () => {
  const [first] = seriesOf(linesOption(years, groups, 262)(LIGHT))
  expect(first?.data.at(-1)).toMatchObject({
    value: 55.9,
    label: { position: 'right', formatter: '{name|独立}\n{value|55.9%　+15.5 点}' },
  })
})

test('a segment without room has no value in it, and each year is one bar of all groups', () => {
  const series = seriesOf(
    stackedYearsOption(years, [...groups, { name: '新', place: 3, values: [0, 4.2] }])(LIGHT),
  )
  expect(series.map(({ name }) => name)).toEqual(['独立', '配建', '其他', '新'])
  expect(series.at(-1)?.data).toMatchObject([{ label: { show: false } }, { label: { show: false } }])
  expect(series[0]?.data).toMatchObject([{ label: { formatter: '40.4' } }, { label: { formatter: '55.9' } }])
})

test('a class keeps its colour where the classes before it have no projects', () => {
  const coloursOf = (shown: typeof groups) =>
    seriesOf(stackedYearsOption(years, shown)(LIGHT)).map(
      (each) => (each as { itemStyle?: { color: string } }).itemStyle?.color,
    )
  expect(coloursOf(groups.slice(1))).toEqual(coloursOf(groups).slice(1))
})

test('the large technology is written above the columns of the others, and not drawn', () => {
  const left = { name: '锂离子电池', place: 5, values: [97.4, 96.4] }
  const option = othersOption({ years, groups, left })(LIGHT)
  expect(seriesOf(option).map(({ name }) => name)).toEqual(['独立', '配建', '其他', '合计'])
  expect(option['xAxis']).toMatchObject([{ data: years }, { position: 'top', data: ['97.4', '96.4'] }])
})

describe('bars with a base', () => {
  const bars = [
    { name: '华北', value: 41_250, base: 22_200, texts: ['41,250', '+85.8%', '30.4%'] },
    { name: '东北', value: 540, base: 0, texts: ['540', '—', '0.4%'] },
  ]
  const option = rankedOption({ bars, unit: 'MW', heads: ['MW', '同比', '占比'], baseName: '2024年底' })(
    LIGHT,
  )

  test('have a tick where they were, and none for what had nothing', () => {
    expect(seriesOf(option).at(-1)?.data).toEqual([[22_200, 1]])
  })

  test('begin at zero and leave the first row to the headings', () => {
    expect(option['xAxis']).toMatchObject({ min: 0, max: 41_250 })
    expect(seriesOf(option)[0]?.data).toEqual(['-', 41_250, 540])
  })
})

test('two shares of a size are joined from the smaller to the larger', () => {
  const option = dumbbellsOption(
    [
      { name: '≥ 1,000 MW', first: 1, second: 20 },
      { name: '1–10 MW', first: 45, second: 5 },
    ],
    ['占项目数', '占功率'],
  )(LIGHT)
  const [from, length] = seriesOf(option)
  expect([from?.data, length?.data]).toEqual([
    [1, 5],
    [19, 40],
  ])
})

test('the target is a line over all years, which only its scope has', () => {
  const row = { year: 2024, projectCount: 1, ratedPower: 73_760, ratedEnergy: 168_000 }
  const names = (target?: { year: number; power: number }) =>
    seriesOf(trendOption([row], 'MW', [{ name: '2024', isOpen: false }], target)(LIGHT)).map(
      ({ name }) => name,
    )
  expect(names({ year: 2027, power: 180_000 })).toContain('2027年目标')
  expect(names()).not.toContain('2027年目标')
})

test('ticks stand at equal distances with room for their labels, up to a round number', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.1, max: 1e6, noNaN: true }),
      fc.integer({ min: 16, max: 400 }),
      (most, room) => {
        const { max, interval } = scaleTo(most, room)
        expect(max).toBeGreaterThanOrEqual(most * (1 - 1e-9))
        expect(Math.abs(max / interval - Math.round(max / interval))).toBeLessThan(1e-6)
        expect((room * interval) / max).toBeGreaterThanOrEqual(16 - 1e-6)
      },
    ),
  )
  expect(scaleTo(13.4, 140)).toEqual({ max: 15, interval: 5 })
})
