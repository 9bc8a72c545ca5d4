import { describe, expect, test } from 'vitest'
import {
  type FillWindow,
  isStanding,
  latestWindows,
  missingPeriods,
  nextWindow,
  windowPeriod,
  windowWarnings,
} from '../src/index.ts'

const QUARTER: FillWindow = {
  id: 1,
  fillType: 'QUARTER',
  year: 2026,
  quarter: 3,
  startTime: '2026-10-01 00:00:00',
  endTime: '2026-10-31 23:59:59',
  enabled: true,
}
const YEAR: FillWindow = {
  id: 2,
  fillType: 'DEMO_ANNUAL',
  year: 2027,
  startTime: '2027-01-01 00:00:00',
  endTime: '2027-02-28 23:59:59',
  enabled: true,
}

describe('the next period of a window', () => {
  test.each<[string, FillWindow, Partial<FillWindow>]>([
    ['is a quarter later', QUARTER, { year: 2026, quarter: 4, startTime: '2027-01-01 00:00:00' }],
    ['keeps the end of the month', QUARTER, { endTime: '2027-01-31 23:59:59' }],
    [
      'keeps the end of a shorter month',
      { ...QUARTER, endTime: '2026-11-30 23:59:59' },
      { endTime: '2027-02-28 23:59:59' },
    ],
    ['is a year later for a yearly form', YEAR, { year: 2028, startTime: '2028-01-01 00:00:00' }],
    ['ends in a leap year on 29 February', YEAR, { endTime: '2028-02-29 23:59:59' }],
    [
      'shifts the deadlines of the levels',
      { ...QUARTER, levelDeadlines: { county: '2026-10-20 12:00:00' } },
      { levelDeadlines: { county: '2027-01-20 12:00:00' } },
    ],
    ['begins a year after the fourth quarter', { ...QUARTER, quarter: 4 }, { year: 2027, quarter: 1 }],
  ])('%s', (_what, window, expected) => {
    expect(nextWindow(window)).toMatchObject(expected)
    expect(nextWindow(window).id).toBeUndefined()
  })
})

describe('warnings', () => {
  const other = (more: Partial<FillWindow>): FillWindow => ({ ...QUARTER, id: 9, ...more })
  const later = { quarter: 4, startTime: '2027-01-01 00:00:00', endTime: '2027-01-31 23:59:59' }

  test.each<[string, FillWindow[], string[]]>([
    ['nothing for the first window', [], []],
    ['nothing for the neighbouring period', [other(later)], []],
    [
      'an overlap with another period',
      [other({ ...later, startTime: '2026-10-20 00:00:00' })],
      ['与2026年第4季度的填报时间（2026-10-20 至 2027-01-31）重叠'],
    ],
    [
      'nothing about another form',
      [other({ ...later, fillType: 'ASSESS', startTime: '2026-10-20 00:00:00' })],
      [],
    ],
    [
      'nothing about an extension',
      [other({ ...later, startTime: '2026-10-20 00:00:00', regionCodes: ['64'] })],
      [],
    ],
    [
      'nothing about a disabled window',
      [other({ ...later, startTime: '2026-10-20 00:00:00', enabled: false })],
      [],
    ],
    [
      'a period without a window before it',
      [other({ quarter: 1 })].map((each) => ({
        ...each,
        endTime: '2026-04-30 23:59:59',
        startTime: '2026-04-01 00:00:00',
      })),
      ['2026年第2季度尚未设置填报时间'],
    ],
    [
      'many periods in short',
      [other({ year: 2024, startTime: '2025-01-01 00:00:00', endTime: '2025-01-20 00:00:00', quarter: 4 })],
      ['2025年第1季度、2025年第2季度、2025年第3季度、2025年第4季度等6期尚未设置填报时间'],
    ],
  ])('name %s', (_what, others, expected) => {
    expect(windowWarnings(QUARTER, [QUARTER, ...others])).toEqual(expected)
  })

  test('say nothing of an extension itself', () => {
    const extension = { ...QUARTER, orgIds: [1] }
    expect(windowWarnings(extension, [other({ quarter: 1 })])).toEqual([])
  })
})

test('the latest window of each form leaves out extensions and disabled ones', () => {
  const later = { ...QUARTER, id: 3, quarter: 4 }
  const windows = [
    QUARTER,
    later,
    YEAR,
    { ...later, id: 4, year: 2027, orgIds: [1] },
    { ...YEAR, id: 5, year: 2029, enabled: false },
  ]
  expect(latestWindows(windows).map(({ id }) => id)).toEqual([3, 2])
})

test('a window of more than a year is standing', () => {
  expect(isStanding({ ...YEAR, endTime: '2027-12-31 23:59:59' })).toBe(false)
  expect(isStanding({ ...YEAR, endTime: '2030-12-31 23:59:59' })).toBe(true)
})

test('missing periods lie between the nearest neighbours', () => {
  const at = (year: number, quarter: number): FillWindow => ({
    ...QUARTER,
    id: year * 10 + quarter,
    year,
    quarter,
  })
  expect(missingPeriods(at(2026, 3), [at(2026, 1), at(2027, 1)]).map(windowPeriod)).toEqual([
    '2026年第2季度',
    '2026年第4季度',
  ])
})
