import type { UsageStatRow } from '@xinchu/sdk'
import { describe, expect, test } from 'vitest'
import { gridTable } from '../../src/features/statistics/completeness/grid-table.ts'
import {
  byMissing,
  classOf,
  findingOf,
  type Grid,
  gridOf,
  isLate,
  missingOf,
  rateOf,
  withTimes,
} from '../../src/features/statistics/completeness/model.ts'
import { progressDays, sharesOf } from '../../src/features/statistics/completeness/progress-option.ts'

const QUARTERS = ([1, 2, 3] as const).map((quarter) => ({
  year: 2026,
  quarter,
  status: 'PROVISIONAL' as const,
}))

const row = (
  quarter: 1 | 2 | 3,
  [reportedProjects, dueProjects]: readonly [number, number],
  place?: string,
): UsageStatRow => ({
  year: 2026,
  quarter,
  reportedProjects,
  dueProjects,
  powerRate: 90,
  ...(place ? { key: place, label: place } : {}),
})

/** Four places in the third quarter; nothing was reported in the first. */
const grid: Grid = gridOf(
  QUARTERS,
  [row(1, [0, 20]), row(2, [18, 20]), row(3, [15, 20])],
  [
    row(2, [5, 5], '甲'),
    row(3, [3, 5], '甲'),
    row(3, [5, 5], '乙'),
    row(3, [2, 4], '丙'),
    row(3, [5, 6], '丁'),
  ],
)

describe('the grid', () => {
  test('begins with the first quarter that anyone reported for', () => {
    expect(grid.quarters).toEqual(QUARTERS.slice(1))
    expect(grid.total.cells.map(missingOf)).toEqual([2, 5])
  })

  test('leaves a cell empty where nothing was due', () => {
    expect(grid.places.find(({ code }) => code === '乙')?.cells).toEqual([
      undefined,
      { due: 5, reported: 5, pending: 0, overdue: 0, rate: 100, powerRate: 90 },
    ])
  })

  test('still shows the latest quarter if nobody has reported at all', () => {
    expect(gridOf(QUARTERS, [row(3, [0, 4])], []).quarters).toEqual(QUARTERS.slice(2))
  })

  test('lists places by what they miss, equal ones in their order', () => {
    expect(byMissing(grid.places, 1).map(({ name }) => name)).toEqual(['甲', '丙', '丁', '乙'])
  })
})

test('the grid as a table has the rates of each quarter in full precision, the counts of the chosen one, and the whole', () => {
  const { columns, rows, total } = gridTable(grid, 'projects', 1, 'overdue')
  expect(columns.map(({ caption, unit }) => `${caption} ${unit}`)).toEqual([
    '2026Q2 %',
    '2026Q3 %',
    '2026Q3 应报 个',
    '2026Q3 未报 个',
    '2026Q3 缺报 个',
    '2026Q3 迟报 个',
    '2026Q3 按时率 %',
  ])
  expect(rows.map(({ name, values }) => [name, ...values])).toEqual([
    ['甲', 100, 60, 5, 0, 2, undefined, undefined],
    ['丙', undefined, 50, 4, 0, 2, undefined, undefined],
    ['丁', undefined, (100 * 5) / 6, 6, 0, 1, undefined, undefined],
    ['乙', undefined, 100, 5, 0, 0, undefined, undefined],
  ])
  expect(total).toEqual([90, 75, 20, 0, 5, undefined, undefined])
})

test.each([
  [100, 1],
  [99.99, 2],
  [95, 2],
  [94.9, 3],
  [80, 3],
  [60, 4],
  [59.9, 5],
  [0, 5],
  [undefined, 0],
])('a rate of %s has the colour class %i', (rate, expected) => expect(classOf(rate)).toBe(expected))

describe('the finding', () => {
  test.each([
    [5, 0, '未报 5 个；甲、丙、丁占未报的 100.0%'],
    [2, 3, '未报 2 个，缺报 3 个；甲、丙、丁占未报、缺报的 100.0%'],
    [0, 5, '缺报 5 个；甲、丙、丁占缺报的 100.0%'],
  ])('with %i that still have time and %i overdue says %s', (pending, overdue, words) => {
    const cells = grid.total.cells.map((cell) => cell && { ...cell, pending, overdue })
    expect(findingOf({ ...grid, total: { ...grid.total, cells } }, 1, '2026年第3季度')[0]).toContain(words)
  })

  test('names the total, the places that miss most with their share, and how many are complete', () => {
    expect(findingOf(grid, 1, '2026年第3季度')).toEqual([
      '2026年第3季度应报 20 个项目，已报 15 个（75.0%），缺报 5 个；甲、丙、丁占缺报的 100.0%，1 个地区全部报齐。',
      '已报项目占应报项目功率的 90.0%；报送率较上季度 −15.0 点。',
    ])
  })

  test('names no change without a quarter before, and no places where few are due', () => {
    expect(findingOf(grid, 0, '2026年第2季度')).toEqual([
      '2026年第2季度应报 20 个项目，已报 18 个（90.0%），缺报 2 个。',
      '已报项目占应报项目功率的 90.0%。',
    ])
  })

  test('says so when all have reported or nothing was due', () => {
    expect(findingOf(gridOf(QUARTERS, [row(3, [4, 4])], []), 0, '2026年第3季度')[0]).toBe(
      '2026年第3季度应报 4 个项目，已报 4 个（100.0%），全部报齐。',
    )
    expect(findingOf(gridOf(QUARTERS, [row(3, [0, 0])], []), 0, '2026年第3季度')[0]).toBe(
      '2026年第3季度没有应报送的项目。',
    )
  })
})

describe('the times of the first reports', () => {
  const period = { year: 2026, quarter: 3 } as const
  const timed = withTimes(grid, {
    rows: [
      { ...period, key: '', onTime: 12, late: 3 },
      { ...period, key: '甲', onTime: 3, late: 0 },
      { ...period, key: '丙', onTime: 9, late: 1 },
    ],
    courses: [],
  })
  const cellOf = (code: string) => timed.places.find((each) => each.code === code)?.cells[1]

  test('make a share of what was due, and none in a quarter without a window', () => {
    expect(timed.total.cells.map((cell) => rateOf(cell, 'time'))).toEqual([undefined, 60])
    expect(rateOf(cellOf('甲'), 'time')).toBe(60)
    // Reported, but at no known time.
    expect(rateOf(cellOf('乙'), 'time')).toBe(0)
  })

  test('mark a place of whose reports more than a tenth was late', () => {
    expect(isLate(timed.total.cells[1])).toBe(true)
    expect(isLate(cellOf('甲'))).toBe(false)
    expect(isLate(cellOf('丙'))).toBe(false)
  })

  test('are named beside the rate', () => {
    expect(findingOf(timed, 1, '2026年第3季度')[1]).toContain('按时率 60.0%')
  })
})

test('the progress is the share of what was due that had come by each day', () => {
  const days = [
    { day: 5, count: 15 },
    { day: 40, count: 3 },
  ]
  expect(sharesOf({ year: 2026, quarter: 3, days }, 20)).toEqual([
    [0, 0],
    [5, 75],
    [40, 90],
  ])
  expect(sharesOf({ year: 2026, quarter: 3, days }, 0)).toEqual([])
})

test('the progress as a table has each day on which either quarter moved, with what had come by then', () => {
  const courses = [
    { year: 2026, quarter: 3 as const, days: [{ day: 5, count: 15 }] },
    {
      year: 2026,
      quarter: 2 as const,
      days: [
        { day: 2, count: 10 },
        { day: 7, count: 10 },
      ],
    },
  ]
  expect(progressDays(courses, () => 20)).toEqual([
    { day: 0, shares: [0, 0] },
    { day: 2, shares: [0, 50] },
    { day: 5, shares: [75, 50] },
    { day: 7, shares: [75, 100] },
  ])
})
