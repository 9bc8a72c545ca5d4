import type { AssessIndex } from '@xinchu/sdk'
import { describe, expect, test } from 'vitest'
import {
  answersOf,
  isComplete,
  itemsOf,
  lackOf,
  leavesOf,
  NO_ANSWER,
  scoreOf,
} from '../src/features/pilot-reports/assess-model.ts'
import { daysBetween, type GanttMilestone, layOut } from '../src/features/pilot-reports/gantt-model.ts'
import { investmentPoints, plannedAt } from '../src/features/pilot-reports/investment-model.ts'

const milestone = (planDate: string, more: Partial<GanttMilestone> = {}): GanttMilestone => ({
  name: '开工',
  planDate,
  actualDate: undefined,
  expectedDate: undefined,
  progressPct: 0,
  ...more,
})

describe('the picture of milestones', () => {
  const chart = layOut(
    [
      milestone('2024-01-31', { actualDate: '2024-02-10', progressPct: 100 }),
      milestone('2024-06-30', { expectedDate: '2024-08-15', progressPct: 40 }),
      milestone('2024-12-31'),
    ],
    '2024-06-30',
  )
  const [done, current, coming] = chart.rows

  test('begins each planned bar where the one before it ends', () => {
    expect(current?.plan?.from).toBeCloseTo(done?.plan?.to ?? -1, 10)
    expect(coming?.plan?.from).toBeCloseTo(current?.plan?.to ?? -1, 10)
  })

  test('draws work that is done up to its day, later than its plan', () => {
    expect(done?.actual?.to).toBeGreaterThan(done?.plan?.to ?? 1)
    expect(done?.expected).toBeUndefined()
  })

  test("draws work that is going on up to the quarter's end, and what is expected after it", () => {
    expect(current?.actual?.from).toBeCloseTo(done?.actual?.to ?? -1, 10)
    expect(current?.actual?.to).toBeCloseTo(chart.mark, 10)
    expect(current?.expected?.from).toBeCloseTo(chart.mark, 10)
  })

  test('draws nothing but the plan of what has not begun', () => {
    expect(coming?.actual).toBeUndefined()
    expect(coming?.expected).toBeUndefined()
  })

  test('keeps every bar within the picture', () => {
    const bars = chart.rows.flatMap(({ plan, actual, expected }) => [plan, actual, expected])
    for (const bar of bars) {
      if (!bar) continue
      expect(bar.from).toBeGreaterThanOrEqual(0)
      expect(bar.from).toBeLessThan(bar.to)
      expect(bar.to).toBeLessThanOrEqual(1)
    }
  })

  test('marks the years that begin in it', () => {
    expect(chart.years.map(({ year }) => year)).toEqual([2024, 2025])
  })

  test('stands without any milestone', () => {
    expect(layOut([], '2024-06-30').rows).toEqual([])
  })

  test.each([
    ['2025-05-31', '2025-07-30', 60],
    ['2025-07-30', '2025-05-31', -60],
    ['2024-02-28', '2024-03-01', 2],
  ])('from %s to %s there are %i days', (from, to, days) => {
    expect(daysBetween(from, to)).toBe(days)
  })
})

describe('investment against the plan', () => {
  const yearly = [{ year: 2023, amount: 1000 }, { year: 2024, amount: 4000 }, { year: 2025 }]

  test.each([
    [{ year: 2022, quarter: 4 }, 0],
    [{ year: 2023, quarter: 1 }, 250],
    [{ year: 2023, quarter: 4 }, 1000],
    [{ year: 2024, quarter: 2 }, 3000],
    [{ year: 2026, quarter: 1 }, 5000],
  ] as const)('the plan at %o is %i', (period, planned) => {
    expect(plannedAt(yearly, period)).toBe(planned)
  })

  test('a quarter without a report has no actual value', () => {
    const quarters = [
      { year: 2024, quarter: 1 },
      { year: 2024, quarter: 2 },
    ] as const
    expect(investmentPoints(yearly, [], quarters)).toEqual([
      { year: 2024, quarter: 1, plan: 2000, actual: undefined },
      { year: 2024, quarter: 2, plan: 3000, actual: undefined },
    ])
  })
})

describe('a self-assessment', () => {
  const index = (id: number, more: Partial<AssessIndex> = {}): AssessIndex => ({
    id,
    code: `A${id}`,
    indexName: `指标${id}`,
    indexLevel: 2,
    stage: 'SELF',
    fullScore: 10,
    sort: id,
    version: 1,
    enabled: true,
    ...more,
  })
  const amount = index(1, { indexType: '1', lowerBound: 0, upperBound: 100 })
  const words = index(2, { indexType: '2' })
  const tree = [index(9, { children: [amount, words] })]

  test('is filled in at the indices without others below them', () => {
    expect(leavesOf(tree).map(({ id }) => id)).toEqual([1, 2])
  })

  test.each([
    [amount, {}, '未填数值'],
    [amount, { value: 'x' }, /^数值/],
    [amount, { value: '101' }, '数值0–100 之间'],
    [amount, { value: '80' }, '未填自评分'],
    [amount, { value: '80', selfScore: '11' }, '自评分0–10 之间'],
    [amount, { value: '80', selfScore: '8.5' }, undefined],
    [words, { text: ' ' }, '未填说明'],
    [words, { text: '措施完备', selfScore: '9' }, undefined],
  ])('%#: tells what an index lacks', (of, given, lack) => {
    const answer = { ...NO_ANSWER, ...given }
    const said = lackOf(of, answer)
    if (lack instanceof RegExp) expect(said).toMatch(lack)
    else expect(said).toBe(lack)
    expect(isComplete(of, answer)).toBe(lack === undefined)
  })

  test('sends only what is filled in, numbers as numbers', () => {
    const answers = new Map([
      [1, { ...NO_ANSWER, value: '80', selfScore: '8.5' }],
      [2, { ...NO_ANSWER, text: '  ' }],
    ])
    expect(itemsOf([amount, words], answers)).toEqual([{ indexId: 1, value: 80, selfScore: 8.5 }])
  })

  test('adds self-scores exactly', () => {
    const answers = new Map([
      [1, { ...NO_ANSWER, selfScore: '0.1' }],
      [2, { ...NO_ANSWER, selfScore: '0.2' }],
    ])
    expect(scoreOf([amount, words], answers)).toBe(0.3)
  })

  test('begins empty', () => {
    expect(answersOf(null).size).toBe(0)
  })
})
