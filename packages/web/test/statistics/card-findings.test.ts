// @vitest-environment node
import { describe, expect, test } from 'vitest'
import {
  addedFinding,
  durationFinding,
  type Grown,
  growthFinding,
  leaderFinding,
  mapFinding,
  shareFinding,
  sizeFinding,
  sizesOf,
  sumFinding,
} from '../../src/features/statistics/scale/card-findings.ts'
import {
  courseOf,
  inBands,
  inOrder,
  keysOf,
  LONG,
  largestGroups,
  longShift,
  type ShareCourse,
  type ShareGroup,
  shareAt,
  shiftsOf,
} from '../../src/features/statistics/scale/year-shares.ts'

const year = (year: number, addPower: number) => ({
  ...{ year, addPower },
  ...{ projectCount: 1, ratedPower: 1, ratedEnergy: 1 },
})

const share = (year: number, key: string, name: string, powerShare: number) => ({
  ...{ key: `${year},${key}`, label: `${year}年 / ${name}`, year, powerShare },
  ...{ projectCount: 1, ratedPower: 1, ratedEnergy: 1 },
})
const scenarios = courseOf([
  share(2022, 're', '新能源配建', 52.9),
  share(2022, 'ind', '独立储能、共享储能', 34.2),
  share(2023, 're', '新能源配建', 46.1),
  share(2023, 'ind', '独立储能、共享储能', 40.4),
  share(2024, 'ind', '独立储能、共享储能', 55.9),
  share(2024, 're', '新能源配建', 33.6),
])
const durations = courseOf([
  share(2023, '1', '2小时以下', 12.2),
  share(2023, '3', '4小时以上', 15.4),
  share(2024, '1', '2小时以下', 10),
  share(2024, '3', '4小时以上', 25.8),
  share(2024, '4', '8小时以上', 2),
])

const grown = (name: string, value: number, share: number, more: Partial<Grown> = {}): Grown => ({
  ...{ name, value, share },
  ...more,
})
const regions = [
  grown('西北', 35_420, 26.1, { change: 89.1 }),
  grown('华北', 41_250, 30.4, { change: 85.8 }),
  grown('南方', 20_630, 15.2, { change: 125.5 }),
  grown('东北', 540, 0.4),
]

describe('the finding of a card', () => {
  test.each<[why: string, found: string, sentence: string]>([
    [
      'the divisions above a round number',
      mapFinding(regions, 'MW'),
      '3 个地区达到 10,000 MW；前三位合计占 71.7%。',
    ],
    ['nothing of a map without power', mapFinding([grown('华北', 0, 0)], 'MW'), ''],
    ['the largest and the fastest', growthFinding(regions), '华北最高，占 30.4%；南方增长最快（+125.5%）。'],
    [
      'no fastest one without a base',
      growthFinding(regions.map(({ change: _change, ...each }) => each)),
      '华北最高，占 30.4%。',
    ],
    [
      'a share that fell',
      shareFinding([grown('中央企业', 46.2, 46.2, { before: 48.9 }), grown('民营', 20.4, 20.4)]),
      '中央企业占 46.2%，较上年降 2.7 个百分点；按功率。',
    ],
    [
      'a share that stayed',
      shareFinding([grown('民营', 43.21, 43.21, { before: 43.2 })]),
      '民营占 43.2%，与上年持平；按功率。',
    ],
    ['a share without a base', shareFinding([grown('民营', 43.2, 43.2)]), '民营占 43.2%；按功率。'],
    [
      'the most that was ever added',
      addedFinding([year(2022, 8_700), year(2023, 22_690), year(2024, 42_363)], 'MW'),
      '2024年新增 42,363 MW，为历年最多。',
    ],
    [
      'less than the year before',
      addedFinding([year(2022, 9), year(2023, 200), year(2024, 150)], 'MW'),
      '2024年新增 150 MW，较2023年下降 25.0%。',
    ],
    [
      'the last year with additions',
      addedFinding([year(2022, 9), year(2023, 200), year(2024, 0)], 'MW'),
      '2023年新增 200 MW。',
    ],
    [
      'the same months of the year before for a year that has not ended',
      addedFinding([year(2024, 9), year(2025, 200), year(2026, 150)], 'MW', {
        name: '2026年1—9月',
        before: 100,
      }),
      '2026年1—9月新增 150 MW，较上年同期增长 50.0%。',
    ],
    [
      'no whole year beside one that has not ended',
      addedFinding([year(2024, 9), year(2025, 200), year(2026, 300)], 'MW', {
        name: '2026年（截至目前）',
        before: undefined,
      }),
      '2026年（截至目前）新增 300 MW。',
    ],
    ['nothing of a first stock', addedFinding([year(2022, 8_700)], 'MW'), ''],
    [
      'since when a group has been the largest',
      leaderFinding(scenarios),
      '独立储能、共享储能占 55.9%，2024年起为最大一类；按功率。',
    ],
    [
      'that a group has always been',
      leaderFinding({ ...scenarios, years: scenarios.years.slice(0, 2) }),
      '新能源配建占 46.1%，为最大一类；按功率。',
    ],
    [
      'what the long durations became',
      sumFinding('4 小时及以上', LONG, durations),
      '4 小时及以上由2023年的 15.4% 升至 27.8%；按功率。',
    ],
    [
      'what they are, with one year alone',
      sumFinding('4 小时及以上', LONG, { ...durations, years: durations.years.slice(1) }),
      '4 小时及以上 27.8%；按功率。',
    ],
  ])('says %s', (_why, found, sentence) => {
    expect(found).toBe(sentence)
  })

  test('say nothing of kinds that no project has had', () => {
    expect(sumFinding('合计', ['flow'], durations)).toBe('')
  })

  test('of sizes says what the large stations have of the power', () => {
    const band = (key: string, projectCount: number, powerShare: number) => ({
      ...{ key, label: key, projectCount, powerShare },
      ...{ ratedPower: 1, ratedEnergy: 1 },
    })
    const sizes = sizesOf([band('2', 150, 5), band('3', 40, 33), band('4', 8, 60), band('5', 2, 2)])
    expect(sizes.map(({ ofCount }) => ofCount)).toEqual([75, 20, 4, 1])
    expect(sizeFinding(sizes)).toBe('100 MW 及以上的 10 个（5.0%）占功率的 62.0%。')
    expect(sizeFinding(sizesOf([band('2', 3, 100)]))).toBe('没有 100 MW 及以上的项目。')
  })
})

describe('shares over years', () => {
  test('shift between years that follow each other alone, and lead to their rows', () => {
    expect(shiftsOf(scenarios, 'statScenarioGroup')[0]).toEqual({
      name: '新能源配建',
      from: 46.1,
      to: 33.6,
      opens: ['powerShare', 'year:2024', 'statScenarioGroup:re'],
    })
    expect(longShift(durations)).toEqual([
      {
        ...{ name: '4 小时及以上', from: 15.4, to: 27.8 },
        opens: ['powerShare', 'year:2024', 'durationBand:3', 'durationBand:4'],
      },
    ])
    const [first, , last] = scenarios.years
    expect(shiftsOf({ ...scenarios, years: [first, last].flatMap((each) => each ?? []) }, 'x')).toEqual([])
  })

  test('of many groups are of the largest and the rest, or of bands, each with the keys of its groups', () => {
    const shares = { a: 40, b: 5, c: 30, d: 20, '': 5 }
    const course = {
      groups: Object.keys(shares).map((key) => ({ key, name: key === 'd' ? '其他' : key })),
      years: [{ year: 2025, shares: new Map(Object.entries(shares)) }],
    }
    const [year] = course.years
    const shown = (groups: readonly ShareGroup[]) =>
      groups.map((group) => [group.name, keysOf(group).join(), year && shareAt(year, keysOf(group))])
    expect(shown(largestGroups(course, 3))).toEqual([
      ['a', 'a', 40],
      ['c', 'c', 30],
      ['其他', 'b,d,', 30],
    ])
    const bands = [
      ['低', ['a', 'b']],
      ['中', ['x']],
      ['高', ['c']],
    ] as const
    expect(shown(inBands(course.groups, bands))).toEqual([
      ['低', 'a,b', 45],
      ['高', 'c', 30],
      ['其他', 'd,', 25],
    ])
  })

  test('keep the order of their groups, with unknown ones last', () => {
    const groups = ['other', 'new', 'caes'].map((key) => ({ key, name: key }))
    expect(inOrder(groups, ['caes', 'other']).map(({ key }) => key)).toEqual(['caes', 'other', 'new'])
  })
})

test('durations have a sentence also where no storage lasts four hours', () => {
  const course = (shares: Readonly<Record<string, number>>): ShareCourse => ({
    groups: [
      { key: '1', name: '2小时以下' },
      { key: '2', name: '2至4小时' },
      { key: '3', name: '4至8小时' },
    ],
    years: [{ year: 2025, shares: new Map(Object.entries(shares)) }],
  })
  expect(durationFinding(course({ 1: 20, 2: 80 }))).toBe(
    '没有 4 小时及以上的储能；2至4小时占 80.0%，为最大一类；按功率。',
  )
  expect(durationFinding(course({ 2: 75, 3: 25 }))).toBe('4 小时及以上 25.0%；按功率。')
  expect(durationFinding({ groups: [], years: [] })).toBe('')
})
