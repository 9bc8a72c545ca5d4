import { describe, expect, test } from 'vitest'
import { keptSize } from '../../src/db/kept-size.ts'

const list = (length: number) => Array.from({ length }, (_, at) => at)

describe('the space of a kept result', () => {
  test('grows with its rows and with its statement', () => {
    expect(keptSize([{ a: 1 }, { a: 2 }], '')).toBe(2)
    expect(keptSize([], 'x'.repeat(1000))).toBe(5)
  })

  test('grows with the lists of its rows, also if the first row has none', () => {
    expect(keptSize([{ days: list(2500) }], '')).toBe(101)
    expect(keptSize([{ days: null }, { days: list(250) }, { days: list(250) }], '')).toBe(23)
  })

  test('of rows that are not objects is their number', () => {
    expect(keptSize([1, 2, 3], '')).toBe(3)
  })
})
