import { describe, expect, test } from 'vitest'
import {
  checkProject,
  checkRecord,
  codes,
  type FieldSpec,
  isBuildStatusMove,
  messages,
  projectDerived,
  roundTo,
} from '../src/index.ts'

const specs: FieldSpec[] = [
  { name: 'projectName', caption: '项目名称', kind: 'string', rule: 'nonEmpty', draft: true, maxLength: 5 },
  { name: 'contactPhone', caption: '联系电话', kind: 'string', rule: 'mobile', required: 'submit' },
  {
    name: 'ratedPower',
    caption: '额定功率',
    kind: 'number',
    rule: 'decimal4',
    exclusiveMinimum: 0,
    maximum: 5000,
    required: 'submit',
  },
  {
    name: 'recordNo',
    caption: '备案文号',
    kind: 'string',
    required: { field: 'buildStatus', in: ['2', '3'] },
  },
  { name: 'recordDate', caption: '备案日期', kind: 'date' },
  { name: 'nationalCode', caption: '全国投资项目代码', kind: 'string', rule: 'nationalCode' },
  { name: 'functionTypes', caption: '主要功能', kind: 'dicts', required: 'submit' },
]

describe('a record against its fields', () => {
  test('a draft needs its name and nothing else', () => {
    expect(checkRecord({ projectName: '甲' }, specs, 'draft')).toEqual([])
    expect(checkRecord({}, specs, 'draft')).toEqual([
      { field: 'projectName', code: codes.nonEmpty, message: messages.nonEmpty, level: 'error' },
    ])
  })

  test('what a draft does say must be well formed', () => {
    const issues = checkRecord(
      { projectName: '甲', contactPhone: '123', ratedPower: '1.23456', recordDate: '2026-02-30' },
      specs,
      'draft',
    )
    expect(issues.map(({ field, message }) => [field, message])).toEqual([
      ['contactPhone', '请输入正确格式的电话号码'],
      ['ratedPower', '必须输入数字且最多4位小数'],
      ['recordDate', '请输入正确的日期'],
    ])
  })

  test('a submission misses each required field once, in the order of the form', () => {
    const issues = checkRecord({ projectName: '甲', buildStatus: '1', functionTypes: [] }, specs, 'submit')
    expect(issues.map(({ field }) => field)).toEqual(['contactPhone', 'ratedPower', 'functionTypes'])
  })

  test('a condition asks for a field only when it holds', () => {
    const complete = { projectName: '甲', contactPhone: '13800138000', ratedPower: 1, functionTypes: ['1'] }
    expect(checkRecord({ ...complete, buildStatus: '1' }, specs, 'submit')).toEqual([])
    expect(checkRecord({ ...complete, buildStatus: '2' }, specs, 'submit').map(({ field }) => field)).toEqual(
      ['recordNo'],
    )
  })

  test('bounds are checked after the form of a number', () => {
    expect(checkRecord({ projectName: '甲', ratedPower: 6000 }, specs, 'draft')[0]?.message).toBe(
      '数值超出合理范围',
    )
    expect(checkRecord({ projectName: '一二三四五六' }, specs, 'draft')[0]?.message).toBe('长度不能超过5个字')
  })

  test('a code of another platform in an unknown form is a warning', () => {
    expect(checkRecord({ projectName: '甲', nationalCode: 'X-1' }, specs, 'draft')[0]?.level).toBe('warning')
  })
})

const TODAY = '2026-06-30'

describe('a project between its fields', () => {
  test.each([
    ['a detailed technology of another technology', { techType: '01', techSubType: '0301' }, 'techSubType'],
    ['a detailed scenario of another scenario', { appScenario: '2', appSubScenario: '31' }, 'appSubScenario'],
    [
      'one part of a hybrid',
      { techType: '90', hybridDetail: [{ ratedPower: 1, ratedEnergy: 1 }] },
      'hybridDetail',
    ],
    ['grid connection before the start', { startDate: '2026-03-02', gridDate: '2026-03-01' }, 'gridDate'],
    [
      'operation before grid connection',
      { gridDate: '2026-03-02', commissionDate: '2026-03-01' },
      'commissionDate',
    ],
    [
      'a plan that ends before it begins',
      { planStartDate: '2026-03-02', planGridDate: '2026-03-01' },
      'planGridDate',
    ],
    ['a record of tomorrow', { recordDate: '2026-07-01' }, 'recordDate'],
  ])('refuses %s', (_why, project, field) => {
    expect(checkProject(project, TODAY)).toContainEqual(expect.objectContaining({ field, level: 'error' }))
  })

  test('the parts of a hybrid add up to the whole within a hundredth', () => {
    const whole = { techType: '90', ratedPower: 100, ratedEnergy: 200 }
    const parts = (power: number) => [
      { techType: '01', ratedPower: power, ratedEnergy: 180 },
      { techType: '06', ratedPower: 10, ratedEnergy: 20 },
    ]
    expect(checkProject({ ...whole, hybridDetail: parts(90.01) }, TODAY)).toEqual([])
    expect(checkProject({ ...whole, hybridDetail: parts(90.02) }, TODAY)).toHaveLength(1)
  })

  test.each([
    ['200 hours of storage', { ratedPower: 1, ratedEnergy: 200 }, 'ratedEnergy'],
    ['100 yuan per kWh', { ratedPower: 100, ratedEnergy: 200, totalInvestment: 2000 }, 'totalInvestment'],
    ['half as much spent again', { totalInvestment: 100, completedInvestment: 121 }, 'completedInvestment'],
    ['20 MWh of reused batteries', { isEchelonUse: true, ratedPower: 10, ratedEnergy: 20 }, 'isEchelonUse'],
    ['a factory at 220 kV', { appSubScenario: '31', gridVoltage: '220' }, 'gridVoltage'],
  ])('points out %s without refusing it', (_why, project, field) => {
    expect(checkProject(project, TODAY)).toEqual([expect.objectContaining({ field, level: 'warning' })])
  })

  test('an ordinary project has nothing to be pointed out', () => {
    const project = {
      techType: '01',
      techSubType: '0101',
      appScenario: '2',
      appSubScenario: '21',
      ratedPower: 100,
      ratedEnergy: 200,
      totalInvestment: 20876.4,
      completedInvestment: 20000,
      isEchelonUse: false,
      gridVoltage: '110',
      recordDate: '2025-01-10',
      startDate: '2025-03-01',
      gridDate: '2025-12-01',
      commissionDate: '2025-12-20',
    }
    expect(checkProject(project, TODAY)).toEqual([])
  })
})

describe('derived figures', () => {
  test('100 MW and 200 MWh for 20,876.4 ten-thousand yuan are 2 hours and 1,043.82 yuan per kWh', () => {
    expect(projectDerived({ ratedPower: 100, ratedEnergy: 200, totalInvestment: 20876.4 })).toEqual({
      durationHours: 2,
      unitCost: 1043.82,
    })
  })

  test('nothing is derived from nothing', () => {
    expect(projectDerived({ ratedPower: '', ratedEnergy: 200 })).toEqual({})
  })

  test('halves round up on the decimal text', () => {
    expect(roundTo(1.00005, 4)).toBe(1.0001)
    expect(roundTo(1.005, 2)).toBe(1.01)
    expect(roundTo(-1.005, 2)).toBe(-1.01)
    expect(roundTo(1e-7, 4)).toBe(0)
  })
})

test.each([
  ['planned to on record', '1', '2', true],
  ['planned to terminated', '1', '7', true],
  ['in operation to stopped', '4', '5', true],
  ['stopped back to operation', '5', '4', true],
  ['unchanged', '6', '6', true],
  ['planned straight to operation', '1', '4', false],
  ['in operation to terminated', '4', '7', false],
  ['retired back to operation', '6', '4', false],
])('construction may go from %s: %s → %s is %s', (_what, from, to, allowed) => {
  expect(isBuildStatusMove(from, to)).toBe(allowed)
})
