// @vitest-environment node
import type { StatPeriod } from '@xinchu/sdk'
import { changeBases } from '@xinchu/validators'
import { describe, expect, test } from 'vitest'
import type { Base } from '../../src/features/statistics/scale/bases.ts'
import {
  type ScaleFacts,
  scaleFinding,
  supportLine,
  textOfPieces,
} from '../../src/features/statistics/scale/finding.ts'
import { type KeyFacts, keyFigures } from '../../src/features/statistics/scale/key-figures.ts'
import { nextOrder, orderedPlaces, orderOf, rankedPlaces } from '../../src/features/statistics/scale/ranks.ts'
import { UNITS } from '../../src/lib/units.ts'

const row = (year: number, projectCount: number, ratedPower: number, ratedEnergy: number, addPower = 0) => ({
  ...{ year, projectCount, ratedPower, ratedEnergy, addPower },
  ...(ratedPower > 0 ? { avgDuration: ratedEnergy / ratedPower } : {}),
})

const now = row(2025, 2214, 135_700, 350_000, 61_940)
const before = row(2024, 1385, 73_760, 168_000, 42_370)
const base = { caption: '同比', isYearAgo: true, row: before }

const facts: ScaleFacts = {
  scope: '全国',
  asOf: '2025年12月底',
  isFiltered: false,
  unit: UNITS.mw,
  now,
  base,
  hasTarget: true,
  shifts: [
    { name: '4 小时及以上', from: 15.4, to: 27.8 },
    { name: '新能源配建', from: 41.6, to: 33.6 },
  ],
  places: [],
}
const few = { ...facts, hasTarget: false, scope: '灵武市', now: row(2025, 3, 400, 800, 300) }

describe('the finding of the scale page', () => {
  test.each<[why: string, ScaleFacts, sentence: string]>([
    [
      'all that there is',
      facts,
      '截至2025年12月底，全国在运新型储能 135,700 MW / 350,000 MWh，功率同比增长 84.0%，已达到2027年目标的 75.4%；平均时长由 2.28 升至 2.58 h，4 小时及以上占比由 15.4% 升至 27.8%。',
    ],
    [
      'nothing of a base that is missing',
      { ...facts, base: undefined, shifts: [] },
      '截至2025年12月底，全国在运新型储能 135,700 MW / 350,000 MWh，已达到2027年目标的 75.4%。',
    ],
    [
      'no change from a base without power',
      {
        ...facts,
        base: { caption: '同比', isYearAgo: true, row: row(2024, 0, 0, 0) },
        shifts: [],
        hasTarget: false,
      },
      '截至2025年12月底，全国在运新型储能 135,700 MW / 350,000 MWh。',
    ],
    [
      'a fall, and the largest shift even if it is one down',
      {
        ...facts,
        now: row(2025, 90, 900, 1_800),
        base: { caption: '同比', isYearAgo: true, row: row(2024, 100, 1_000, 2_100) },
        hasTarget: false,
        shifts: [{ name: '新能源配建', from: 41.6, to: 33.6 }],
      },
      '截至2025年12月底，全国在运新型储能 900 MW / 1,800 MWh，功率同比下降 10.0%；平均时长由 2.10 降至 2.00 h，新能源配建占比由 41.6% 降至 33.6%。',
    ],
    [
      'that nothing has changed',
      {
        ...facts,
        base: { caption: '同比', isYearAgo: true, row: now },
        shifts: [{ name: '民营', from: 20, to: 20.01 }],
      },
      '截至2025年12月底，全国在运新型储能 135,700 MW / 350,000 MWh，功率与上年同期持平，已达到2027年目标的 75.4%。',
    ],
    [
      'the part and the rank of a place',
      {
        ...facts,
        scope: '新疆生产建设兵团',
        now: row(2025, 27, 1_680, 5_914),
        base: { caption: '同比', isYearAgo: true, row: row(2024, 16, 860, 2_881) },
        hasTarget: false,
        upper: { name: '全国', share: 1.238, rank: 20, before: 22 },
        shifts: [],
      },
      '截至2025年12月底，新疆生产建设兵团在运新型储能 1,680 MW / 5,914 MWh，功率同比增长 95.3%，占全国 1.2%，居第 20 位（上年第 22 位）；平均时长由 3.35 升至 3.52 h。',
    ],
    [
      'few projects by number, without percent of change',
      {
        ...few,
        base: { caption: '同比', isYearAgo: true, row: row(2024, 1, 100, 200) },
        upper: { name: '银川市', share: 24.9, rank: 1 },
      },
      '截至2025年12月底，灵武市在运新型储能 3 个，合计 400 MW / 800 MWh，功率同比增加 300 MW，占银川市 24.9%。',
    ],
    [
      'the unit that is chosen, and that only some kinds are meant',
      {
        ...facts,
        isFiltered: true,
        unit: UNITS.wan,
        now: row(2025, 2214, 13_570, 35_000),
        base: undefined,
        shifts: [],
      },
      '截至2025年12月底，全国符合条件的在运新型储能 13,570.00 万千瓦 / 35,000.00 万千瓦时，已达到2027年目标的 75.4%。',
    ],
  ])('says %s', (_why, given, sentence) => {
    expect(textOfPieces(scaleFinding(given))).toBe(sentence)
  })

  test('opens the rows of its total', () => {
    expect(scaleFinding(facts)).toContainEqual({
      text: '135,700 MW / 350,000 MWh',
      opens: ['ratedPower'],
    })
  })
})

const places = (powers: Readonly<Record<string, number>>) =>
  Object.entries(powers).map(([key, ratedPower]) => ({
    key,
    label: key,
    projectCount: 1,
    ratedPower,
    ratedEnergy: 0,
  }))
const nowhere = () => undefined

describe('the ranking', () => {
  const current = places({ 甲: 500, 丁: 300, 乙: 300, 戊: 150, 丙: 100 })
  const earlier = places({ 甲: 400, 乙: 300, 丙: 200, 丁: 100 })
  const ranked = rankedPlaces(current, earlier, nowhere)

  test('gives tied places one rank, and tells how far each has moved', () => {
    expect(ranked.map(({ name, rank, moved }) => [name, rank, moved])).toEqual([
      ['甲', 1, 0],
      ['丁', 2, 2],
      ['乙', 2, 0],
      ['戊', 4, undefined],
      ['丙', 5, -2],
    ])
  })

  test('has no change of a place that had nothing, and none at all without a base', () => {
    expect(ranked.map(({ change }) => change?.toFixed(1))).toEqual([
      '25.0',
      '200.0',
      '0.0',
      undefined,
      '-50.0',
    ])
    for (const { base, moved, change } of rankedPlaces(current, undefined, nowhere))
      expect([base, moved, change]).toEqual([undefined, undefined, undefined])
  })

  test('is summed up by its first three and the one that rose most', () => {
    expect(supportLine({ places: ranked })).toBe(
      '甲、丁、乙合计占 81.5%；丁由第 4 位升至第 2 位，为升幅最大的地区。',
    )
    expect(supportLine({ places: rankedPlaces(current, undefined, nowhere) })).toBe(
      '甲、丁、乙合计占 81.5%。',
    )
    expect(supportLine({ places: ranked.slice(0, 4) })).toBe('')
  })
})

const period = (
  year: number,
  quarter: StatPeriod['quarter'],
  status: StatPeriod['status'] = 'OFFICIAL',
  batch = `${year}Q${quarter}-01`,
): StatPeriod => ({ year, quarter, status, batch })

describe('the periods that figures are compared with', () => {
  const periods = [
    period(2026, 1, 'CONTINUED'),
    period(2025, 4),
    period(2025, 3, 'REVISED'),
    period(2024, 4),
    period(2024, 3, 'PROVISIONAL', '2024Q2-01'),
    period(2023, 4, 'PROVISIONAL'),
  ]
  const given = { side: 'warehouse', periods, thisYear: 2026 } as const
  const names = (period: StatPeriod | undefined, side: 'work' | 'warehouse' = 'warehouse') => {
    const { year, quarter } = changeBases({ ...given, side, period })
    const nameOf = (base: Base | undefined) => base && `${base.caption} ${base.name}`
    return [nameOf(year), nameOf(quarter)]
  }

  test.each<[why: string, found: (string | undefined)[], expected: (string | undefined)[]]>([
    ['the year and the quarter before', names(period(2025, 4)), ['同比 2024年底', '环比 2025年9月底']],
    ['only those that have official figures', names(period(2025, 3)), [undefined, undefined]],
    ['provisional ones, with the word', names(period(2024, 4)), ['同比（暂行） 2023年底', undefined]],
    [
      'published ones of provisional figures, with the word',
      names(period(2026, 1, 'CONTINUED')),
      [undefined, '环比（暂行） 2025年底'],
    ],
    [
      'none of figures that were never stored',
      names(period(2026, 2, 'PROVISIONAL', '2026Q1-01')),
      [undefined, undefined],
    ],
    [
      'working records of both, with the word',
      names(period(2025, 4), 'work'),
      ['同比（暂行） 2024年底', '环比（暂行） 2025年9月底'],
    ],
    [
      'the end of the last year for the records of today',
      names(undefined, 'work'),
      ['较上年末 2025年底', undefined],
    ],
  ])('are %s', (_why, found, expected) => {
    expect(found).toEqual(expected)
  })
})

describe('the key figures', () => {
  const years = [row(2022, 212, 8_700, 18_600, 8_700), row(2023, 655, 31_390, 69_405, 22_690), before, now]
  const given: KeyFacts = {
    now,
    bases: [base, { caption: '环比', row: row(2025, 1_824, 102_570, 240_000, 28_810) }],
    years,
    unit: UNITS.mw,
    hasTarget: true,
  }
  const told = (facts: KeyFacts) =>
    keyFigures(facts).map(({ caption, value = Number.NaN, changes }) => [
      caption,
      Math.round(value * 100) / 100,
      ...changes,
    ])

  test('have their changes against a year and a quarter before, of hours and shares in their own unit', () => {
    expect(told(given)).toEqual([
      ['在运项目', 2_214, '同比 +59.9%', '环比 +21.4%'],
      ['累计功率', 135_700, '同比 +84.0%', '环比 +32.3%'],
      ['累计能量', 350_000, '同比 +108.3%', '环比 +45.8%'],
      ['平均时长', 2.58, '同比 +0.30 h', '环比 +0.24 h'],
      ['2025年新增功率', 61_940, '同比 +46.2%'],
      ['2027年目标完成', 75.39, '同比 +34.4 点', '环比 +18.4 点'],
    ])
  })

  test('leave out what has no base', () => {
    for (const { changes } of keyFigures({ ...given, bases: [] })) expect(changes).toEqual([])
    const nothing = { caption: '同比', isYearAgo: true, row: row(2024, 0, 0, 0) }
    for (const { changes } of keyFigures({ ...given, bases: [nothing] })) expect(changes).toEqual([])
  })

  test('name the last year with additions where this one has none, and never take the first stock for one', () => {
    const still = { ...now, year: 2026, addPower: 0 }
    const added = (facts: KeyFacts) => keyFigures(facts)[4]
    expect(added({ ...given, now: still })).toMatchObject({
      caption: '2025年新增功率',
      value: 61_940,
      opens: ['addPower', 'year:2025'],
      changes: ['较上年 +46.2%'],
    })
    expect(added({ ...given, now: still, years: years.slice(0, 1) })).toMatchObject({
      caption: '2026年新增功率',
      value: 0,
    })
  })

  test('show the part of the wider scope instead of the target, or the growth without one', () => {
    const upper = { name: '全国', share: 6.03, rank: 5, of: 32 }
    expect(told({ ...given, hasTarget: false, upper }).at(-1)).toEqual(['占全国比重', 6.03, '居第 5 位'])
    expect(told({ ...given, hasTarget: false }).at(-1)).toEqual(['较上年末增长', 83.98])
    const official = { ...upper, before: 7, isOfficial: true }
    expect(told({ ...given, hasTarget: false, upper: official }).at(-1)).toEqual([
      '占全国比重（入库数据）',
      6.03,
      '居第 5 位',
      '上年第 7 位',
    ])
    expect(keyFigures({ ...given, hasTarget: false, upper: official }).at(-1)?.opens).toEqual([])
  })

  test('of few projects change by numbers, not by percent', () => {
    const small = { ...given, now: row(2025, 3, 400, 800, 300), hasTarget: false }
    const base = { caption: '同比', isYearAgo: true, row: row(2024, 1, 100, 200, 100) }
    expect(told({ ...small, bases: [base] }).slice(0, 3)).toEqual([
      ['在运项目', 3, '同比 +2 个'],
      ['累计功率', 400, '同比 +300 MW'],
      ['累计能量', 800, '同比 +600 MWh'],
    ])
  })
})

describe('the order of the ranking', () => {
  const places = [
    { code: 'a', value: 9, share: 50, change: 10 },
    { code: 'b', value: 6, share: 30, change: undefined },
    { code: 'c', value: 3, share: 20, change: 80 },
  ].map((each) => ({ ...each, name: each.code, short: each.code, rank: 1 }))
  const codes = (text: string | undefined) =>
    orderedPlaces(places, orderOf(text))
      .map(({ code }) => code)
      .join('')

  test('is that of the address; a division without the value comes last', () => {
    expect([undefined, 'value,asc', 'share', 'change', 'change,asc', 'nonsense'].map(codes)).toEqual([
      ...['abc', 'cba', 'abc', 'cab', 'acb', 'abc'],
    ])
  })

  test('is turned by pressing the same head again, and a third time is by size', () => {
    const first = nextOrder(orderOf(undefined), 'change')
    const second = nextOrder(orderOf(first), 'change')
    expect([first, second]).toEqual(['change', 'change,asc'])
    expect(nextOrder(orderOf(undefined), 'value')).toBe('value,asc')
    expect(nextOrder(orderOf('value,asc'), 'value')).toBeUndefined()
  })
})
