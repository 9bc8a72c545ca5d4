import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkYearCalc,
  compareYearCalc,
  completeYearCalcRow,
  sumYearCalcRows,
  type YearCalcRow,
  yearCalcFigures,
} from '../src/index.ts'

const row: YearCalcRow = {
  techType: '01',
  appScenario: '2',
  lastYearPower: 100,
  lastYearEnergy: 200,
  addPower: 50,
  addEnergy: 100,
  retirePower: 10,
  retireEnergy: 20,
}

const figure = fc.integer({ min: 0, max: 1_000_000_000 }).map((tenth) => tenth / 10_000)
const rows = fc.array(
  fc.record({
    techType: fc.constantFrom('01', '03', '05'),
    appScenario: fc.constantFrom('1', '2', '3'),
    addPower: figure,
    lastYearEnergy: figure,
  }),
  { maxLength: 40 },
)

describe('the year’s end', () => {
  test('is what stood and what is added, less what is retired', () => {
    expect(completeYearCalcRow(row)).toMatchObject({ yearEndPower: 140, yearEndEnergy: 280 })
  })

  test('a completed row is always right', () => {
    fc.assert(
      fc.property(figure, figure, (last, added) => {
        const complete = completeYearCalcRow({ ...row, lastYearPower: last + 10, addPower: added })
        expect(checkYearCalc({ rows: [complete] }, 'submit')).toEqual([])
      }),
    )
  })
})

describe('the sum of lower levels', () => {
  test('has one row for each technology in each scenario and loses nothing', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const sums = sumYearCalcRows(given)
        const keys = sums.map(({ techType, appScenario }) => techType + appScenario)
        expect(new Set(keys).size).toBe(keys.length)
        for (const name of yearCalcFigures) {
          const total = (of: readonly YearCalcRow[]) => of.reduce((sum, each) => sum + (each[name] ?? 0), 0)
          expect(total(sums)).toBeCloseTo(total(given), 3)
        }
      }),
    )
  })

  test('of sums is the sum of all, in any order', () => {
    fc.assert(
      fc.property(rows, rows, (some, others) => {
        const inSteps = sumYearCalcRows([...sumYearCalcRows(some), ...sumYearCalcRows(others)])
        expect(inSteps).toEqual(sumYearCalcRows([...others, ...some]))
      }),
    )
  })
})

describe('a calculation is refused where', () => {
  test.each([
    ['nothing is filled in', [], 'rows'],
    ['a technology stands twice', [row, row], 'rows.1.techType'],
    ['the year’s end is wrong', [{ ...row, yearEndPower: 141 }], 'rows.0.yearEndPower'],
    ['more is retired than there is', [{ ...row, retirePower: 151 }], 'rows.0.retirePower'],
  ])('%s', (_why, given, field) => {
    expect(checkYearCalc({ rows: given }, 'submit').map((issue) => issue.field)).toEqual([field])
  })

  test('an empty draft is kept', () => {
    expect(checkYearCalc({}, 'draft')).toEqual([])
  })
})

test('what differs from the warehouse, from the levels below or from sense is pointed out', () => {
  const given = [{ ...row, addPower: 400 }]
  const warnings = compareYearCalc(given, { warehouse: [{ ...row, lastYearPower: 90 }], lower: [row] })
  expect(warnings.map(({ message }) => message)).toEqual([
    '上年末累计功率与入库数据不一致（入库90MW）',
    '当年预计新增功率与下级合计不一致（下级50MW）',
    '当年预计新增功率超过上年末累计的3倍，请核对',
  ])
  expect(compareYearCalc([row], { warehouse: [row], lower: [row] })).toEqual([])
})
