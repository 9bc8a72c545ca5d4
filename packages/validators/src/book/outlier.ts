import type { RuleText } from './rule-text.ts'

const COMPARED = { when: ['统计'], since: '0.1.0' } as const

/** Rules by which reported values are marked for a check. They refuse nothing: the values count until they are returned. */
export const outlierRules = {
  'OUT-P': {
    ...COMPARED,
    text: '利用率指数与效率不大于 100%，利用小时不大于统计期小时数',
    formula:
      '放电量≤充电量；上网电量≤下网电量；等效充放电次数≤设计日充放电次数×统计期天数，未填设计次数的不比较',
    passes: { words: ['充电量 1000 万kWh，放电量 880 万kWh'] },
    fails: { words: ['充电量 1000 万kWh，放电量 1012 万kWh'] },
  },
  'OUT-H': {
    ...COMPARED,
    text: '等效利用小时在同一细分场景电站的第 1 至第 99 百分位之间',
    formula:
      '由低到高排列，第 1 百分位为第 ⌈0.01n⌉ 座，第 99 百分位为第 ⌈0.99n⌉ 座；没有充放电的电站另按 OUT-L',
    passes: { words: ['同场景 596 座电站，第 99 百分位 760 h，本站 700 h'] },
    fails: { words: ['同场景 596 座电站，第 99 百分位 760 h，本站 975 h'] },
  },
  'OUT-T': {
    ...COMPARED,
    text: '日均充放电量为上期的五分之一至 5 倍',
    formula: '（本期充电量＋放电量）÷天数 与上期之比；上期没有报送或没有电量的不比较',
    passes: { words: ['上期日均 10 万kWh，本期日均 18 万kWh'] },
    fails: { words: ['上期日均 10 万kWh，本期日均 102 万kWh'] },
  },
  'OUT-L': {
    ...COMPARED,
    text: '在运电站有充电量或放电量',
    passes: { words: ['在运，充电量 12 万kWh'] },
    fails: { words: ['在运，充电量、放电量均为 0'] },
  },
} as const satisfies Record<string, RuleText>
