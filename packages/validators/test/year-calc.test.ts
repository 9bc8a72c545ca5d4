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
  const given = [{ ...row, addPower: 400, addEnergy: 800 }]
  const warnings = compareYearCalc(given, { warehouse: [{ ...row, lastYearPower: 90 }], lower: [row] })
  expect(warnings.map(({ message }) => message)).toEqual([
    '上年末累计功率与入库数据不一致（入库90MW）',
    '当年预计新增功率与下级合计不一致（下级50MW）',
    '当年预计新增功率超过上年末累计的3倍，请核对',
  ])
  expect(compareYearCalc([row], { warehouse: [row], lower: [row] })).toEqual([])
})

describe('figures of a row that hardly go together are pointed out', () => {
  const marked = (more: Partial<YearCalcRow>) =>
    compareYearCalc([{ ...row, lastYearPower: 300, lastYearEnergy: 600, ...more }], {}).map(
      ({ code, field, message, level }) => `${level} ${code} ${field} ${message}`,
    )

  test('where more is retired than stood at the end of last year, although some was added', () => {
    expect(marked({ addPower: 100, retirePower: 400, retireEnergy: 600 })).toEqual([
      'warning Y-010 rows.0.retirePower 退役功率超过上年末累计，请核对',
    ])
  })

  test.each([
    ['added', { addPower: 100, addEnergy: 50 }, 'addEnergy', '新增'],
    ['retired', { retirePower: 20, retireEnergy: 10 }, 'retireEnergy', '退役'],
    ['added next year', { nextYearAddPower: 2, nextYearAddEnergy: 1 }, 'nextYearAddEnergy', '次年新增'],
  ] as const)('where what is %s stores less than an hour', (_what, figures, field, caption) => {
    expect(marked(figures)).toEqual([
      `warning Y-011 rows.0.${field} ${caption}储能时长不足 1 小时，请核对功率与能量`,
    ])
  })

  test('but not flywheels, which store for minutes, and no figure that is still to come', () => {
    expect(marked({ techType: '06', addPower: 100, addEnergy: 5 })).toEqual([])
    const { addEnergy: _typedLater, ...begun } = row
    expect(compareYearCalc([begun], {})).toEqual([])
  })

  test('what is an error already is no warning too', () => {
    expect(marked({ addPower: 100, retirePower: 401, retireEnergy: 600 })).toEqual([])
  })
})
