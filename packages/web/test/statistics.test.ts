import { describe, expect, test } from 'vitest'
import { rowsIn } from '../src/features/statistics/units.ts'
import { remainingText } from '../src/lib/due.ts'
import { UNITS } from '../src/lib/units.ts'

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
