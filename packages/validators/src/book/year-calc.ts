import type { RuleText } from './rule-text.ts'

const TYPED = { when: ['填报', '保存', '提交'], since: '0.1.0' } as const
const WARNED = { when: ['填报', '提交', '审核'], since: '0.1.0' } as const
// Compared with figures that only the form has beside it.
const SHOWN = { when: ['填报'], since: '0.1.0' } as const
const SENT = { when: ['保存', '提交'], since: '0.1.0' } as const

const ROW = { techType: '01', appScenario: '1' }

/** Rules of the yearly calculation. */
export const yearCalcRules = {
  'Y-001': {
    ...TYPED,
    text: '退役不大于上年末累计与当年新增之和',
    expression: 'retirePower <= lastYearPower + addPower',
    fields: ['YearCalcRow.retirePower', 'YearCalcRow.retireEnergy'],
    passes: { calculation: { rows: [{ ...ROW, lastYearPower: 300, addPower: 100, retirePower: 20 }] } },
    fails: { calculation: { rows: [{ ...ROW, lastYearPower: 300, addPower: 100, retirePower: 420 }] } },
  },
  'Y-002': {
    ...TYPED,
    text: '年末累计等于上年末累计加新增减退役',
    formula: '两者相差不超过 0.01',
    expression: 'abs(yearEndPower - (lastYearPower + addPower - retirePower)) <= 0.01',
    fields: ['YearCalcRow.yearEndPower', 'YearCalcRow.yearEndEnergy'],
    passes: { calculation: { rows: [{ ...ROW, lastYearPower: 300, addPower: 100, yearEndPower: 400 }] } },
    fails: { calculation: { rows: [{ ...ROW, lastYearPower: 300, addPower: 100, yearEndPower: 450 }] } },
  },
  'Y-003': {
    ...TYPED,
    text: '同一技术路线与应用场景只填报一行',
    expression: 'unique(rows.techType + rows.appScenario)',
    fields: ['YearCalcRow.techType', 'YearCalcRow.appScenario'],
    passes: { calculation: { rows: [ROW, { ...ROW, appScenario: '2' }] } },
    fails: { calculation: { rows: [ROW, ROW] } },
  },
  'Y-004': {
    when: ['提交'],
    since: '0.1.0',
    text: '提交时至少填报一行',
    expression: 'count(rows) >= 1',
    fields: ['YearCalc.rows'],
    passes: { calculation: { rows: [ROW] } },
    fails: { calculation: { rows: [] } },
  },
  'Y-005': {
    ...SHOWN,
    text: '上年末累计功率与入库数据一致',
    expression: 'abs(sum(lastYearPower) - warehouse.lastYearPower) <= 0.01',
    fields: ['YearCalcRow.lastYearPower'],
    passes: {
      calculation: { rows: [{ ...ROW, lastYearPower: 300 }] },
      warehouse: [{ ...ROW, lastYearPower: 300 }],
    },
    fails: {
      calculation: { rows: [{ ...ROW, lastYearPower: 320 }] },
      warehouse: [{ ...ROW, lastYearPower: 300 }],
    },
  },
  'Y-006': {
    ...SHOWN,
    text: '当年预计新增功率与下级合计一致',
    expression: 'abs(sum(addPower) - sum(lower.addPower)) <= 0.01',
    fields: ['YearCalcRow.addPower'],
    passes: { calculation: { rows: [{ ...ROW, addPower: 100 }] }, lower: [{ ...ROW, addPower: 100 }] },
    fails: { calculation: { rows: [{ ...ROW, addPower: 100 }] }, lower: [{ ...ROW, addPower: 80 }] },
  },
  'Y-007': {
    ...WARNED,
    text: '当年预计新增功率不超过上年末累计的 3 倍',
    expression: 'sum(addPower) <= sum(lastYearPower) * 3',
    fields: ['YearCalcRow.addPower', 'YearCalcRow.lastYearPower'],
    passes: { calculation: { rows: [{ ...ROW, lastYearPower: 100, addPower: 200 }] } },
    fails: { calculation: { rows: [{ ...ROW, lastYearPower: 100, addPower: 400 }] } },
  },
  'Y-008': {
    ...SENT,
    text: '已有的年度测算不能改为其他地区、单位或年度',
    fields: ['YearCalc.scopeId', 'YearCalc.year'],
    passes: { words: ['修改当年新增功率'] },
    fails: { words: ['将 2026 年度改为 2027 年度'] },
  },
  'Y-009': {
    ...SENT,
    text: '只能填报本地区或本单位的年度测算',
    fields: ['YearCalc.scopeId'],
    passes: { words: ['吴忠市填报吴忠市的年度测算'] },
    fails: { words: ['吴忠市填报银川市的年度测算'] },
  },
  'Y-010': {
    ...WARNED,
    text: '退役不超过上年末累计',
    expression: 'retirePower <= lastYearPower and retireEnergy <= lastYearEnergy',
    fields: ['YearCalcRow.retirePower', 'YearCalcRow.retireEnergy'],
    passes: { calculation: { rows: [{ ...ROW, lastYearPower: 300, addPower: 100, retirePower: 20 }] } },
    fails: { calculation: { rows: [{ ...ROW, lastYearPower: 300, addPower: 100, retirePower: 400 }] } },
  },
  'Y-011': {
    ...WARNED,
    text: '新增、退役的储能时长不少于 1 小时；飞轮、超级电容器、超导储能除外',
    formula: '储能时长＝能量÷功率',
    expression:
      'addEnergy >= addPower and retireEnergy >= retirePower and nextYearAddEnergy >= nextYearAddPower',
    fields: ['YearCalcRow.addEnergy', 'YearCalcRow.retireEnergy', 'YearCalcRow.nextYearAddEnergy'],
    passes: { calculation: { rows: [{ ...ROW, lastYearPower: 300, addPower: 100, addEnergy: 200 }] } },
    fails: { calculation: { rows: [{ ...ROW, lastYearPower: 300, addPower: 100, addEnergy: 50 }] } },
  },
} as const satisfies Record<string, RuleText>
