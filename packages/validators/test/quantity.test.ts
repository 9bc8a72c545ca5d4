import { expect, test } from 'vitest'
import { columnQuantity, quantity } from '../src/index.ts'

test.each<[value: number | undefined, unit: string, text: string]>([
  [135_700.4, 'MW', '135,700'],
  [168_000, 'MWh', '168,000'],
  [4.25, 'MW', '4.3'],
  [13_570, '万千瓦', '13,570.00'],
  [0.0051, '万千瓦时', '0.01'],
  [2.2777, 'h', '2.28'],
  [318, 'h', '318.00'],
  [27.8342, '%', '27.8'],
  [0, '%', '0.0'],
  [0.0341, '%', '<0.1'],
  [99.97, '%', '99.9'],
  [100, '%', '100.0'],
  [-2.7, '%', '−2.7'],
  [104_817.17, '万kWh', '104,817'],
  [1_385, '个', '1,385'],
  [1.2345, '次', '1.23'],
  [3, '次', '3'],
  [59.1, '次', '59.10'],
  [undefined, 'MW', '—'],
])('writes %s %s as %s', (value, unit, text) => {
  expect(quantity(value, unit)).toBe(text)
})

test('writes parts of a large total without decimals, and of a small one with one', () => {
  expect(quantity(4.25, 'MW', 960)).toBe('4')
  expect(quantity(4, 'MW', 9.5)).toBe('4.0')
})

test('writes a column of stations in one style: whole, or with one decimal in every row', () => {
  const inOneColumn = (values: readonly (number | undefined)[], unit = 'MW') =>
    values.map(columnQuantity(values, unit))
  expect(inOneColumn([2, 100, undefined])).toEqual(['2', '100', '—'])
  expect(inOneColumn([2, 100, 5.5])).toEqual(['2.0', '100.0', '5.5'])
  expect(inOneColumn([1_018.4, 14_472], 'MWh')).toEqual(['1,018.4', '14,472.0'])
  expect(inOneColumn([2, 5.5], '万千瓦')).toEqual(['2.00', '5.50'])
})
