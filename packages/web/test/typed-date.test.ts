import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isWholeDate, typedDate, typedTime } from '../src/lib/typed-date.ts'

describe('a typed date', () => {
  test.each([
    ['2026-11-22', '2026-11-22'],
    ['2026/11/22', '2026-11-22'],
    ['20261122', '2026-11-22'],
    ['2026年11月22日', '2026-11-22'],
    ['2026年1月2日', '2026-01-02'],
    ['2026.1.2', '2026-01-02'],
    ['２０２６－１１－２２', '2026-11-22'],
    [' 2024-02-29 ', '2024-02-29'],
    ['2026-02-29', undefined],
    ['2026-13-01', undefined],
    ['11/22/2026', undefined],
    ['2026-11', undefined],
    ['2026年11月22号', '2026-11-22'],
    ['2026 11 22', '2026-11-22'],
    ['2026—11—22', '2026-11-22'],
    ['2026-11-22\u200b', '2026-11-22'],
    ['0227-01-05', undefined],
    ['9999-12-31', undefined],
    ['昨天', undefined],
  ])('%s is %s', (text, date) => {
    expect(typedDate(text)).toBe(date)
  })

  test('is taken before the field is left only when no further character changes it', () => {
    expect(['2026-11-2', '2026-1-22', '2026年11月2', '2026112'].filter(isWholeDate)).toEqual([])
    expect(['2026-11-22', '20261122', '2026/11/22', '2026年1月2日'].every(isWholeDate)).toBe(true)
  })

  test('means the same day in every notation', () => {
    const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(days, (moment) => {
        const day = moment.toISOString().slice(0, 10)
        const [year, month, date] = day.split('-').map(Number)
        for (const text of [
          day,
          day.replaceAll('-', ''),
          `${year}/${month}/${date}`,
          `${year}年${month}月${date}日`,
        ])
          expect(typedDate(text)).toBe(day)
      }),
    )
  })
})

test.each([
  ['9:05', '09:05'],
  ['23：59', '23:59'],
  ['0905', '09:05'],
  ['24:00', undefined],
  ['12:60', undefined],
  ['九点', undefined],
])('the typed time %s is %s', (text, time) => {
  expect(typedTime(text)).toBe(time)
})
