import { expect, test } from 'vitest'
import { figureState, isRunningYear, type SourcePeriod, yearName, yearState } from '../src/index.ts'

const row = (year: number) => ({ year, label: `${year}年` })
const periods: readonly SourcePeriod[] = [
  { year: 2026, quarter: 3, status: 'PROVISIONAL', batch: '2026Q3-01' },
  { year: 2026, quarter: 2, status: 'CONTINUED', batch: '2026Q2-01' },
  { year: 2025, quarter: 4, status: 'OFFICIAL', batch: '2025Q4-01' },
  { year: 2025, quarter: 3, status: 'REVISED', batch: '2025Q3-02' },
  { year: 2024, quarter: 4, status: 'REVISED', batch: '2024Q4-02' },
]
const official = { period: periods[2], periods, side: 'warehouse', thisYear: 2026 } as const
const working = { ...official, period: undefined, side: 'work' } as const

test.each([
  ['a whole year', 2025, official, '2025年', false],
  ['a year that was revised', 2024, official, '2024年', false],
  ['a year before the listed periods', 2019, official, '2019年', false],
  ['a year that has not ended', 2026, official, '2026年1—9月（暂行）', true],
  ['the chosen part of a year', 2025, { ...official, period: periods[3] }, '2025年1—9月', true],
  [
    'the chosen continued part of a year',
    2026,
    { ...official, period: periods[1] },
    '2026年1—6月（演示延续）',
    true,
  ],
  ['this year by the working records', 2026, working, '2026年（截至目前）', true],
  ['an earlier year by the working records', 2025, working, '2025年', false],
] as const)('%s says its months and what may still change', (_why, year, years, name, running) => {
  expect(yearName(row(year), years)).toBe(name)
  expect(isRunningYear(row(year), years)).toBe(running)
})

test.each([
  ['a whole year', 2025, official, { status: '正式', batch: '2025Q4-01' }],
  ['a year that was revised', 2024, official, { status: '修订', batch: '2024Q4-02' }],
  ['a year that has not ended', 2026, official, { status: '暂行', batch: '2026Q3-01' }],
  [
    'the chosen part of a year',
    2025,
    { ...official, period: periods[3] },
    { status: '修订', batch: '2025Q3-02' },
  ],
  ['an earlier year by the working records', 2025, working, { status: '暂行' }],
  ['this year by the working records', 2026, working, { status: '暂行' }],
  ['a year before the listed periods', 2019, official, undefined],
] as const)('the figures of %s have the status and the batch of its end', (_why, year, years, state) => {
  expect(yearState(row(year), years)).toEqual(state)
})

test('official figures have the status and the batch of their period, working ones are provisional without one', () => {
  expect(figureState('warehouse', periods[2])).toEqual({ status: '正式', batch: '2025Q4-01' })
  expect(figureState('warehouse', undefined)).toEqual({ status: '暂行' })
  expect(figureState('work', periods[2])).toEqual({ status: '暂行' })
})
