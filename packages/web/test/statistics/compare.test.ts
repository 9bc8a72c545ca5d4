import { type Amount, defaultBase, groupPairs, ranksOf, totalOf, withinPlace } from '@xinchu/validators'
import { describe, expect, test } from 'vitest'
import { changeText, pointsText, signed } from '../../src/features/statistics/change.ts'
import { coursesOf, roundAbove, wholeChangeText } from '../../src/features/statistics/compare/courses.ts'
import { findingOf } from '../../src/features/statistics/compare/finding.ts'
import {
  longShareOf,
  pairOf,
  regrouped,
  waterfallOf,
  withRest,
} from '../../src/features/statistics/compare/model.ts'
import { apart } from '../../src/features/statistics/compare/options/composition.ts'
import {
  isSameBasis,
  jointOrigin,
  periodCell,
  periodName,
  type Side,
} from '../../src/features/statistics/compare/sides.ts'
import { differenceClasses } from '../../src/features/statistics/options/classes.ts'
import { nameOfClass } from '../../src/features/statistics/options/map-legend.ts'
import { UNITS } from '../../src/lib/units.ts'

const amount = (key: string, power: number, energy = 2 * power): Amount => ({
  ...{ key, name: key, power, energy },
  count: Math.ceil(power / 100),
})

const period = (year: number, quarter: 1 | 2 | 3 | 4, status: 'OFFICIAL' | 'PROVISIONAL' = 'OFFICIAL') => ({
  ...{ year, quarter, status },
  batch: `${year}Q${quarter}-01`,
  storedAt: `${year + 1}-01-21 16:20:00`,
})

const side = (year: number, quarter: 1 | 2 | 3 | 4, source: 'work' | 'warehouse' = 'warehouse'): Side => ({
  name: periodName(period(year, quarter), 'warehouse'),
  period: period(year, quarter),
  filter: { year, quarter, source },
  place: undefined,
  cells: periodCell(period(year, quarter)),
})

/** Pseudo-random numbers, the same in each run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 48_271) % 2_147_483_647
    yield state / 2_147_483_647
  }
}

/** Two sides of up to forty groups, some of which are missing on one side, shrink, or are equal. */
const samples = Array.from({ length: 200 }, (_, at) => {
  const random = numbers(at + 1)
  const next = () => random.next().value ?? 0
  const sideOf = (chance: number) =>
    Array.from({ length: 1 + Math.floor(next() * 40) }, (__, key) => key)
      .filter(() => next() < chance)
      .map((key) => amount(String(key), Math.round(next() * 50) * 12.345))
  return [sideOf(0.7), sideOf(0.9)] as const
})

describe('a pair of figures', () => {
  test.each([
    ['a growth', 100, 184, 84, 84],
    ['a decrease', 200, 150, -50, -25],
    ['a base of 0, of which nothing is a percentage', 0, 40, 40, undefined],
    ['a missing base', undefined, 40, undefined, undefined],
    ['a missing current figure', 40, undefined, undefined, undefined],
    ['equal figures', 40, 40, 0, 0],
    ['tenths, without their rounding errors', 0.1, 0.3, 0.2, 200],
  ])('of %s', (_, base, current, difference, change) => {
    const pair = pairOf(base, current)
    expect(pair.difference).toBe(difference)
    if (change === undefined) expect(pair.change).toBeUndefined()
    else expect(pair.change).toBeCloseTo(change, 9)
  })

  test('of different bases has both figures and no difference', () => {
    expect(pairOf(100, 184, false)).toEqual({ base: 100, current: 184 })
  })
})

test.each([
  [84.04, '+84.0%'],
  [-2.7, '−2.7%'],
  [0.04, '0.0%'],
  [-0.04, '0.0%'],
  [1_000, '+1000.0%'],
  [1_250, '+12.5 倍'],
])('a change of %s percent is written %s', (percent, text) => expect(changeText(percent)).toBe(text))

test.each([
  [457.9, '+458%'],
  [-2.5, '−2%'],
  [0.4, '0%'],
  [1_250, '+12.5 倍'],
])('a change of %s percent is rounded to %s where there is little room', (percent, text) =>
  expect(wholeChangeText(percent)).toBe(text),
)

test('differences have signs, and what rounds to nothing has none', () => {
  expect([signed(7_670, 'MW'), signed(-20, 'MW'), signed(0.3, 'h'), signed(-0.001, 'h')]).toEqual([
    '+7,670',
    '−20',
    '+0.30',
    '0.00',
  ])
  expect([pointsText(12.44), pointsText(-8), pointsText(-0.01)]).toEqual(['+12.4 点', '−8.0 点', '0.0 点'])
})

describe('ranks', () => {
  test('are shared by equal values, and 0 has none', () => {
    expect(ranksOf([50, 80, 50, 0, 20])).toEqual([2, 1, 2, undefined, 4])
  })

  test('of both sides stand beside each other', () => {
    const pairs = groupPairs([amount('a', 30), amount('b', 20)], [amount('b', 60), amount('a', 50)])
    expect(pairs.map(({ key, baseRank, currentRank }) => [key, baseRank, currentRank])).toEqual([
      ['b', 2, 1],
      ['a', 1, 2],
    ])
  })
})

describe('the waterfall', () => {
  test('goes from one total to the other, largest growth first, with shares of the growth', () => {
    const pairs = groupPairs(
      [amount('华北', 100), amount('西北', 50), amount('东北', 10)],
      [amount('华北', 160), amount('西北', 90), amount('东北', 10), amount('南方', 20)],
    )
    expect(waterfallOf(pairs, 160).map(({ key, from, to, share }) => [key, from, to, share])).toEqual([
      ['华北', 160, 220, 50],
      ['西北', 220, 260, 100 / 3],
      ['南方', 260, 280, 100 / 6],
    ])
  })

  test('ends with what was added up, whatever its size', () => {
    const pairs = groupPairs(
      [],
      [5, 4, 3, 9, 8, 7].map((power, at) => amount(String(at), power)),
    )
    const steps = waterfallOf(
      withRest(pairs, 3, (count) => `其余 ${count} 地`),
      0,
    )
    expect(steps.map(({ name, difference }) => [name, difference])).toEqual([
      ['3', 9],
      ['4', 8],
      ['其余 4 地', 19],
    ])
  })

  test('ends at the current total and shares all of the difference, for any two sides', () => {
    for (const [base, current] of samples) {
      const pairs = groupPairs(base, current)
      const [from, to] = [totalOf(base).power, totalOf(current).power]
      const steps = waterfallOf(withRest(pairs, 9, String), from)
      expect(steps.at(-1)?.to ?? from).toBeCloseTo(to, 3)
      for (const [at, step] of steps.entries()) expect(step.from).toBe(steps[at - 1]?.to ?? from)
      const shares = steps.reduce((sum, { share = 0 }) => sum + share, 0)
      if (Math.abs(to - from) > 1e-6) expect(shares).toBeCloseTo(100, 6)
      else expect(steps.every(({ share }) => share === undefined || Number.isFinite(share))).toBe(true)
    }
  })

  test('of regions is the same growth as of their provinces', () => {
    for (const [base, current] of samples) {
      const pairs = groupPairs(base, current)
      const groups = regrouped(pairs, ({ key }) => ({ key: `${Number(key) % 4}`, name: key }))
      const sum = (each: typeof pairs) => each.reduce((all, { difference }) => all + difference, 0)
      expect(sum(groups)).toBeCloseTo(sum(pairs), 3)
    }
  })
})

describe('shares', () => {
  test('of each side add up to the whole for any two sides', () => {
    for (const [base, current] of samples) {
      const pairs = groupPairs(base, current)
      const sum = (of: 'baseShare' | 'currentShare') => pairs.reduce((all, pair) => all + pair[of], 0)
      expect(sum('baseShare')).toBeCloseTo(totalOf(base).power > 0 ? 100 : 0, 6)
      expect(sum('currentShare')).toBeCloseTo(totalOf(current).power > 0 ? 100 : 0, 6)
    }
  })

  test('of long storage add both classes from four hours up', () => {
    const durations = [amount('1', 10), amount('2', 60), amount('3', 20), amount('4', 10)]
    expect(longShareOf(durations)).toBe(30)
    expect(longShareOf([])).toBeUndefined()
  })
})

test('places of one reply are told apart, and the whole is their sum', () => {
  const rows = [
    { ...amount('640000,3', 10), name: '宁夏回族自治区 / 4小时以上' },
    { ...amount('640000,2', 30), name: '宁夏回族自治区 / 2至4小时' },
    { ...amount('150000,3', 5), name: '内蒙古自治区 / 4小时以上' },
  ]
  expect(withinPlace(rows, '640000').map(({ key, name, power }) => [key, name, power])).toEqual([
    ['3', '4小时以上', 10],
    ['2', '2至4小时', 30],
  ])
  expect(withinPlace(rows, undefined).map(({ key, power }) => [key, power])).toEqual([
    ['3', 15],
    ['2', 30],
  ])
  expect(withinPlace(rows, '110000')).toEqual([])
})

describe('the sides', () => {
  test('have a period a year before as base, or the next earlier one', () => {
    const periods = [period(2025, 4), period(2025, 3), period(2024, 4), period(2022, 4)]
    expect(defaultBase(periods, periods[0])).toBe(periods[2])
    expect(defaultBase(periods, periods[2])).toBe(periods[3])
    expect(defaultBase(periods, periods[3])).toBeUndefined()
  })

  test('name a period that is not published with its word', () => {
    expect(periodName(period(2025, 4), 'warehouse')).toBe('2025年底')
    expect(periodName(period(2025, 4), 'work')).toBe('2025年底（暂行）')
    expect(periodName(period(2026, 1, 'PROVISIONAL'), 'warehouse')).toBe('2026年第1季度末（暂行）')
    expect(periodName(undefined, 'warehouse')).toBe('截至当前（暂行）')
  })

  test('state both dates, batches and statuses, and one basis if it is the same', () => {
    const { parts, statuses } = jointOrigin(side(2024, 4), side(2025, 4), '2026-02-01')
    const texts = Object.fromEntries(parts.map(({ caption, text }) => [caption, text]))
    expect(texts['数据截至']).toBe('2024-12-31 与 2025-12-31')
    expect(texts['入库批次']).toBe('2024Q4-01 / 2025Q4-01')
    expect(texts['取数口径']).toBe('入库数据 · 国家审核通过 · 在运（双方一致）')
    expect(statuses).toEqual(['正式', '正式'])
  })

  test('are not compared if one is of the warehouse and the other of working records', () => {
    expect(isSameBasis(side(2024, 4), side(2025, 4))).toBe(true)
    expect(isSameBasis(side(2024, 4), side(2025, 4, 'work'))).toBe(false)
  })
})

describe('the finding', () => {
  const places = groupPairs(
    [amount('华北', 500), amount('西北', 300), amount('华东', 150), amount('南方', 100), amount('东北', 4)],
    [amount('华北', 900), amount('西北', 500), amount('华东', 200), amount('南方', 220), amount('东北', 40)],
  )
  const facts = {
    mode: 'periods',
    sides: [side(2024, 4), side(2025, 4)],
    isComparable: true,
    unit: UNITS.mw,
    totals: [
      totalOf(places.map(({ key, base }) => amount(key, base))),
      totalOf(places.map(({ key, current }) => amount(key, current))),
    ],
    longShares: [15.4, 27.8],
    places,
    groups: places,
    steps: waterfallOf(places, 1_054),
  } as const

  test('names the growth, its largest parts, the fastest of some size, and how many grew', () => {
    expect(findingOf(facts, '全国')).toBe(
      '一年间在运功率增加 806 MW（+76.5%）：华北和西北合占增量的 74.4%，南方增速最快（+120.0%）；5 个地区全部增长，3 个增速高于全国。',
    )
  })

  test('says which side is compared with which if time runs backwards', () => {
    const back = findingOf({ ...facts, sides: [side(2025, 4), side(2024, 4)] }, '全国')
    expect(back).toMatch(/^与2025年底相比，2024年底在运功率增加/)
  })

  test('has no difference for different bases', () => {
    expect(findingOf({ ...facts, isComparable: false }, '全国')).toBe(
      '2025年底在运功率 1,860 MW，2024年底 1,054 MW。',
    )
  })

  test('of a place and the whole names share and rank', () => {
    const [whole, part] = [
      { ...side(2025, 4), name: '全国' },
      { ...side(2025, 4), name: '华北', place: '华北' },
    ]
    const text = findingOf(
      {
        ...facts,
        mode: 'whole',
        sides: [whole, part],
        totals: [facts.totals[1], totalOf([amount('华北', 900, 2_700)])],
      },
      '全国',
    )
    expect(text).toBe(
      '华北在运功率 900 MW，占全国的 48.4%，在 5 个地区中居第 1 位；华北的平均时长长 1.00 h，4 小时及以上占比高 12.4 点（与全国相比）。',
    )
  })
})

describe('a course', () => {
  const pairs = groupPairs([amount('a', 50), amount('b', 10)], [amount('a', 60), amount('b', 90)])
  const series = new Map([['a', [2022, 2023, 2024, 2025].map((year) => ({ year, power: year - 2_000 }))]])

  test('has the figures of both sides at their moments, and comes in the order of growth', () => {
    const courses = coursesOf(pairs, series, [side(2024, 4), side(2025, 4)])
    expect(courses.map(({ key }) => key)).toEqual(['b', 'a'])
    expect(courses[1]?.points).toEqual([
      { at: 2_023, power: 22 },
      { at: 2_024, power: 23 },
      { at: 2_025, power: 50 },
      { at: 2_026, power: 60 },
    ])
  })

  test('has no year end after its last side', () => {
    const [, a] = coursesOf(pairs, series, [side(2024, 1), side(2024, 3)])
    expect(a?.points.at(-1)).toEqual({ at: 2_024.75, power: 60 })
  })
})

test('an axis ends at a round number that holds all values', () => {
  for (const value of [17_900, 10_230, 0.3, 999, 1]) {
    expect(roundAbove(value)).toBeGreaterThanOrEqual(value)
    expect(roundAbove(value)).toBeLessThanOrEqual(1.5 * value)
  }
  expect(roundAbove(17_900)).toBe(18_000)
})

test('labels of lines that end together are pushed apart', () => {
  const heights = [0.5, 0.52, 0.1]
  const shifts = apart(heights, 100)
  const tops = heights.map((height, at) => (1 - height) * 100 + (shifts[at] ?? 0)).toSorted((a, b) => a - b)
  for (const [at, top] of tops.slice(1).entries()) expect(top - (tops[at] ?? 0)).toBeGreaterThanOrEqual(16)
  expect(shifts[2]).toBe(0)
})

test('differences of both signs have classes that are symmetric about 0', () => {
  const values = [-900, -40, -3, 0, 2, 5, 35, 60, 400, 1_200, 5_000]
  const classes = differenceClasses(values)
  const edges = classes.slice(1).map(({ min }) => min)
  expect(edges).toEqual(edges.map((edge) => -edge).toReversed())
  expect(classes.reduce((sum, { count }) => sum + count, 0)).toBe(values.length)
  expect(classes.map(nameOfClass)[0]).toMatch(/^< −/)
})
