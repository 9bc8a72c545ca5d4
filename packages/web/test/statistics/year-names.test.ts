// @vitest-environment node
import type { ScaleLayoutRow, StatPeriod } from '@xinchu/sdk'
import { expect, test } from 'vitest'
import { isRunning, yearName } from '../../src/features/statistics/scale/year-names.ts'

const row = (year: number): ScaleLayoutRow => ({
  ...{ year, label: `${year}年`, projectCount: 1, ratedPower: 1, ratedEnergy: 2 },
})
const periods: readonly StatPeriod[] = [
  { year: 2026, quarter: 3, status: 'PROVISIONAL' },
  { year: 2026, quarter: 2, status: 'CONTINUED' },
  { year: 2025, quarter: 4, status: 'OFFICIAL' },
  { year: 2025, quarter: 3, status: 'REVISED' },
  { year: 2024, quarter: 4, status: 'REVISED' },
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
  expect(isRunning(row(year), years)).toBe(running)
})
