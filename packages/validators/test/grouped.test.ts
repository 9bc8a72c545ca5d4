import fc from 'fast-check'
import { expect, test } from 'vitest'
import { budget } from '../../../scripts/lib/test-seed.mjs'
import { grouped } from '../src/grouped.ts'

const written = (value: number, most: number, least: number) =>
  new Intl.NumberFormat('zh-CN', { minimumFractionDigits: least, maximumFractionDigits: most }).format(value)

test.each([
  [0, 2, 0, '0'],
  [-0.04, 1, 1, '-0.0'],
  [999, 0, 0, '999'],
  [1_000, 0, 0, '1,000'],
  [1_234_567.891, 2, 2, '1,234,567.89'],
  [135_700, 2, 2, '135,700.00'],
  [1.005, 2, 0, '1.01'],
  [2.5, 0, 0, '3'],
  [99.95, 1, 1, '100.0'],
  [12.5, 4, 0, '12.5'],
])('%d with up to %d and at least %d decimals is %s', (value, most, least, text) => {
  expect(grouped(value, most, least)).toBe(text)
})

// Amounts of the platform: powers, energies, money and shares, with at most a few decimals.
const amounts = fc.oneof(
  fc.double({ min: -1e9, max: 1e9, noNaN: true }),
  fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
  fc
    .tuple(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), fc.integer({ min: 0, max: 6 }))
    .map(([digits, places]) => Number(`${digits}e-${places}`)),
)

test('any amount is written as the browser writes it', () => {
  fc.assert(
    fc.property(
      amounts,
      fc.constantFrom([0, 0], [1, 1], [2, 2], [2, 0], [4, 0]),
      (value, [most = 0, least = 0]) => {
        expect(grouped(value, most, least)).toBe(written(value, most, least))
      },
    ),
    { numRuns: budget(1_000, 5_000) },
  )
})
