import { expect, test } from 'vitest'
import { columnDecimals } from '../src/index.ts'

test.each([
  ['whole figures none', [120, 3_000], 'MW', 0],
  ['the most that one needs', [120, 31.5, 0.25], 'MW', 2],
  ['no more than their unit has', [0.1234], 'MWh', 2],
  ['none for what rounding makes whole', [99.999], 'MW', 0],
  ['four where the unit has no limit', [0.1234, 0.5], '元/kWh', 4],
  ['no noise of a sum', [0.1 + 0.2], 'MW', 1],
  ['none without a figure', [], 'MW', 0],
])('figures of a column have %s', (_why, values, unit, decimals) => {
  expect(columnDecimals(values, unit)).toBe(decimals)
})
