import { describe, expect, test } from 'vitest'
import { classesOf, labelOf } from '../src/features/statistics/options/map.ts'
import { mixed } from '../src/features/statistics/palette.ts'
import { rowsIn, UNITS } from '../src/features/statistics/units.ts'
import { remainingText } from '../src/lib/due.ts'

describe('scale in 万千瓦', () => {
  test('is a tenth of MW, without the noise of binary fractions', () => {
    const row = { projectCount: 3, ratedPower: 73_760.3, ratedEnergy: 168_000.7, addPower: 0.3 }
    expect(rowsIn([row], UNITS.wan)).toEqual([
      { projectCount: 3, ratedPower: 7_376.03, ratedEnergy: 16_800.07, addPower: 0.03 },
    ])
  })

  test('in MW is what it was', () => {
    const rows = [{ projectCount: 3, ratedPower: 1, ratedEnergy: 2 }]
    expect(rowsIn(rows, UNITS.mw)).toBe(rows)
  })
})

describe('the classes of a map', () => {
  test.each([
    [
      [10_230, 70],
      [0, 1_250, 2_500, 5_000],
    ],
    [[4_430], [0, 250, 500, 1_000]],
    [[0.9], [0, 0.0625, 0.125, 0.25]],
  ])('of %j begin at %j', (values, bounds) => {
    expect(classesOf(values).map(({ min }) => min)).toEqual(bounds)
  })

  test('leave no gap, and the highest is open', () => {
    const classes = classesOf([8_000, 12])
    expect(classes.slice(0, -1).map(({ max }) => max)).toEqual(classes.slice(1).map(({ min }) => min))
    expect(classes.at(-1)).toEqual({ min: 2_500 })
  })

  test('of nothing are none', () => {
    expect(classesOf([])).toEqual([])
    expect(classesOf([0])).toEqual([])
  })
})

test.each([
  [96, true, '石河子 96'],
  [96, false, '石河子'],
  [undefined, true, '石河子'],
])(
  'a division without outlines with the figure %j says, where figures are shown: %j, %s',
  (value, hasFigure, text) => {
    const point = { name: '石河子市', label: '石河子', value, position: [86, 44.3] as const }
    expect(labelOf(point, hasFigure)).toBe(text)
  },
)

test('a colour between two is as far from each as asked', () => {
  expect(mixed('rgb(0, 0, 0)', 'rgb(100, 200, 50)', 0.5)).toBe('rgb(50, 100, 25)')
  expect(mixed('rgb(1, 2, 3)', 'rgb(100, 200, 50)', 0)).toBe('rgb(1, 2, 3)')
})

test.each([
  [3 * 86_400 + 5, '还有 3 天'],
  [86_399, '还有 23 小时 59 分'],
  [125, '还有 2 分'],
  [20, '还有 1 分'],
  [0, '已截止'],
  [9 * 366 * 86_400, '长期开放'],
])('with %i s left a deadline says %s', (seconds, text) => {
  expect(remainingText(seconds)).toBe(text)
})
