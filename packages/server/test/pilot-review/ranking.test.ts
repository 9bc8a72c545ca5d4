import fc from 'fast-check'
import { expect, test } from 'vitest'
import { biases, deviations, spread } from '../../src/domain/pilot-review/deviation.ts'
import { toDecimal, toPoints, toUnits } from '../../src/domain/pilot-review/points.ts'
import { type Candidate, ranked } from '../../src/domain/pilot-review/ranking.ts'

// Six projects and five experts, worked out by hand. A quota of three.
const EXAMPLE: readonly (readonly [
  code: string,
  totals: readonly number[],
  safety: readonly number[],
  recommendedBy: readonly number[],
])[] = [
  ['DEMO202601017', [91, 88.5, 90, 86, 92.5], [22.5, 22, 22.5, 21.5, 23], [1, 2, 3, 4, 5]],
  ['DEMO202601023', [88, 90.5, 87, 89, 84], [23, 23.5, 22.5, 23, 22], [1, 2, 3, 4]],
  ['DEMO202601031', [85, 87.5, 83, 86, 90], [21.5, 22, 21, 21.5, 22.5], [1, 2, 4]],
  ['DEMO202601044', [86, 84.5, 88, 82.5, 91], [21, 20.5, 21.5, 20, 22], [3, 5]],
  ['DEMO202601058', [80, 82, 78.5, 84, 76], [20.5, 21, 20, 20.5, 20], []],
  ['DEMO202601052', [81, 79.5, 83, 80, 77], [20, 19.5, 20, 19.5, 19], []],
]

const candidates: Candidate[] = EXAMPLE.map(([demoCode, totals, safety, recommendedBy]) => ({
  demoCode,
  sheets: totals.map((total, index) => ({
    expertNo: index + 1,
    total: toUnits(total),
    safety: toUnits(safety[index] ?? 0),
    recommend: recommendedBy.includes(index + 1),
  })),
}))

const table = (rows: ReturnType<typeof ranked>) =>
  rows.map(({ candidate, rank, trimmed, plain, safety, recommendCount, isWithinQuota }) => [
    rank,
    candidate.demoCode.slice(-3),
    toPoints(trimmed),
    recommendCount,
    toPoints(safety),
    toPoints(plain),
    isWithinQuota,
  ])

const EXPECTED = [
  [1, '017', '89.8333', 5, '22.3', '89.6', true],
  [2, '023', '88', 4, '22.8', '87.7', true],
  [3, '031', '86.1667', 3, '21.7', '86.3', true],
  [4, '044', '86.1667', 2, '21', '86.4', false],
  [5, '058', '80.1667', 0, '20.4', '80.1', false],
  [6, '052', '80.1667', 0, '19.6', '80.1', false],
]

test('ranks the worked example as it was worked out by hand', () => {
  expect(table(ranked(candidates, 3))).toEqual(EXPECTED)
})

test('says why each project stands where it stands', () => {
  expect(ranked(candidates, 3).map(({ reasons }) => reasons)).toEqual([
    ['去掉 86、92.5'],
    ['去掉 84、90.5'],
    ['去掉 83、90', '与第 4 名同分，推荐 3 > 2'],
    ['去掉 82.5、91', '与第 3 名同分，推荐 2 < 3'],
    ['去掉 76、84', '与第 6 名同分同推荐，安全性 20.4 > 19.6'],
    ['去掉 77、83', '与第 5 名同分同推荐，安全性 19.6 < 20.4'],
  ])
})

test('the order in which projects and sheets come changes nothing', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(candidates, { minLength: candidates.length }),
      fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
      (shuffled, order) => {
        const mixed = shuffled.map(({ demoCode, sheets }) => ({
          demoCode,
          sheets: order.flatMap((index) => sheets[index] ?? []),
        }))
        expect(table(ranked(mixed, 3))).toEqual(EXPECTED)
      },
    ),
  )
})

const SAME = { safety: toUnits(20), recommend: false }
const withTotals = (demoCode: string, ...totals: number[]): Candidate => ({
  demoCode,
  sheets: totals.map((total, index) => ({ ...SAME, expertNo: index + 1, total: toUnits(total) })),
})

test.each([
  [3, [90, 60, 75], [], '75'],
  [4, [90, 60, 75, 75], [], '75'],
  [5, [90, 60, 75, 75, 75], ['60', '90'], '75'],
])('of %i sheets the extremes are left out only from five on', (_, totals, dropped, average) => {
  const [row] = ranked([withTotals('A', ...totals)], 1)
  expect(row?.dropped.map(({ total }) => toDecimal(total))).toEqual(dropped)
  expect(row && toPoints(row.trimmed)).toBe(average)
})

test('of equal extremes the sheet of the smaller number is left out', () => {
  const [row] = ranked([withTotals('A', 80, 80, 80, 80, 80)], 1)
  expect(row?.dropped.map(({ expertNo }) => expertNo)).toEqual([1, 2])
})

test('a project with fewer than three sheets has no rank, says so, and takes no place', () => {
  const rows = ranked([withTotals('A', 99, 99), withTotals('B', 70, 70, 70)], 1)
  expect(rows.map(({ candidate, rank, isWithinQuota }) => [candidate.demoCode, rank, isWithinQuota])).toEqual(
    [
      ['B', 1, true],
      ['A', undefined, false],
    ],
  )
  expect(rows[1]?.reasons).toEqual(['评分不足 3 份'])
})

test('projects that are equal in all figures stand in the order of their codes', () => {
  const rows = ranked([withTotals('B', 80, 80, 80), withTotals('A', 80, 80, 80)], 1)
  expect(rows.map(({ candidate }) => candidate.demoCode)).toEqual(['A', 'B'])
  expect(rows[0]?.reasons).toEqual(['与第 2 名同分同推荐同安全性，按项目编号'])
})

test('averages of different numbers of sheets are compared exactly, not as they are shown', () => {
  // 80.000075 against 80.0000667: both are shown as 80.0001.
  const four = withTotals('A', 80.0001, 80.0001, 80.0001, 80)
  const three = withTotals('B', 80.0001, 80.0001, 80)
  expect(ranked([three, four], 1).map(({ candidate }) => candidate.demoCode)).toEqual(['A', 'B'])
})

const sheetsArbitrary = fc.array(
  fc.record({ total: fc.integer({ min: 0, max: 900_000 }), recommend: fc.boolean() }),
  { minLength: 3, maxLength: 15 },
)
const field = fc.array(sheetsArbitrary, { minLength: 1, maxLength: 20 }).map((projects) =>
  projects.map((sheets, at) => ({
    demoCode: `D${String(at).padStart(3, '0')}`,
    sheets: sheets.map((sheet, index) => ({ ...SAME, ...sheet, expertNo: index + 1 })),
  })),
)

test('a constant added to all scores changes no rank', () => {
  fc.assert(
    fc.property(field, fc.integer({ min: 1, max: 100_000 }), (projects, more) => {
      const raised = projects.map(({ demoCode, sheets }) => ({
        demoCode,
        sheets: sheets.map((sheet) => ({ ...sheet, total: sheet.total + more })),
      }))
      const codes = (from: readonly Candidate[]) => ranked(from, 5).map(({ candidate }) => candidate.demoCode)
      expect(codes(raised)).toEqual(codes(projects))
    }),
    { numRuns: 1_000 },
  )
})

test('a higher score never lowers the rank of its project', () => {
  fc.assert(
    fc.property(
      field,
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 1, max: 90_000 }),
      (projects, at, which, more) => {
        const index = at % projects.length
        const rankOf = (from: readonly Candidate[]) =>
          ranked(from, 5).find(({ candidate }) => candidate.demoCode === projects[index]?.demoCode)?.rank ?? 0
        const better = projects.map((project, position) => ({
          ...project,
          sheets: project.sheets.map((sheet, number) =>
            position === index && number === which % project.sheets.length
              ? { ...sheet, total: sheet.total + more }
              : sheet,
          ),
        }))
        expect(rankOf(better)).toBeLessThanOrEqual(rankOf(projects))
      },
    ),
    { numRuns: 1_000 },
  )
})

test('tells how far each expert of the example lies from the others', () => {
  const bias = [...biases(candidates)]
    .sort(([a], [b]) => a - b)
    .map(([, units]) => (units / 10_000).toFixed(4))
  expect(bias).toEqual(['0.1667', '0.4792', '-0.1458', '-0.5625', '0.0625'])
  const widest = deviations(candidates).reduce((most, each) =>
    Math.abs(each.difference) > Math.abs(most.difference) ? each : most,
  )
  expect(widest).toEqual({ demoCode: 'DEMO202601044', expertNo: 5, difference: 57_500 })
})

test('tells the spread of a project', () => {
  expect(toDecimal(spread(withTotals('A', 76, 84, 80)))).toBe('8')
  expect(spread({ demoCode: 'A', sheets: [] })).toBe(0)
})
