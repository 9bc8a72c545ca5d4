import type { RuleText } from './rule-text.ts'

const TYPED = { when: ['填报', '保存', '提交'], since: '0.1.0' } as const
const WARNED = { when: ['填报', '提交', '审核'], since: '0.1.0' } as const
const SENT = { when: ['保存', '提交'], since: '0.1.0' } as const

const FACILITY = { ratedPower: 100, ratedEnergy: 200, techType: '01' }
const PERIOD = { year: 2026, quarter: 3 }
const PREVIOUS = { year: 2026, quarter: 2, chargeEnergy: 2000, dischargeEnergy: 1760, soh: 95 }

/** Rules of the quarterly report. */
export const usageRules = {
  'U-001': {
    ...TYPED,
    text: '放电量不大于充电量；储热、氢储能除外',
    formula: '放电量不大于充电量的 1.02 倍，容许读数时间不同的误差',
    expression: 'dischargeEnergy <= chargeEnergy * 1.02',
    fields: ['Usage.dischargeEnergy', 'Usage.chargeEnergy'],
    passes: { usage: { ...PERIOD, chargeEnergy: 2000, dischargeEnergy: 1760 }, facility: FACILITY },
    fails: { usage: { ...PERIOD, chargeEnergy: 2000, dischargeEnergy: 2100 }, facility: FACILITY },
  },
  'U-002': {
    ...TYPED,
    text: '运行、备用、停运小时各自不大于统计期小时数',
    formula: '统计期小时数为本季度小时数；当季投运的自投运日起算',
    expression: 'max(runHours, standbyHours, plannedOutageHours, unplannedOutageHours) <= periodHours',
    fields: [
      'Usage.runHours',
      'Usage.standbyHours',
      'Usage.plannedOutageHours',
      'Usage.unplannedOutageHours',
    ],
    passes: { usage: { ...PERIOD, runHours: 2000 }, facility: FACILITY },
    fails: { usage: { ...PERIOD, runHours: 2220 }, facility: FACILITY },
  },
  'U-003': {
    ...TYPED,
    text: '运行、备用、停运小时之和不大于统计期小时数',
    formula: '四项之和不大于统计期小时数加 1 小时，容许取整的误差',
    expression: 'runHours + standbyHours + plannedOutageHours + unplannedOutageHours <= periodHours + 1',
    fields: ['Usage.runHours', 'Usage.standbyHours'],
    passes: { usage: { ...PERIOD, runHours: 1200, standbyHours: 900 }, facility: FACILITY },
    fails: { usage: { ...PERIOD, runHours: 1200, standbyHours: 1100 }, facility: FACILITY },
  },
  'U-004': {
    ...TYPED,
    text: '最大充、放电功率不大于额定功率的 1.1 倍',
    expression: 'max(maxChargePower, maxDischargePower) <= ratedPower * 1.1',
    fields: ['Usage.maxChargePower', 'Usage.maxDischargePower'],
    passes: { usage: { ...PERIOD, maxChargePower: 105 }, facility: FACILITY },
    fails: { usage: { ...PERIOD, maxChargePower: 120 }, facility: FACILITY },
  },
  'U-005': {
    ...WARNED,
    text: '计划停运次数与小时数同为零或同不为零',
    expression: '(plannedOutageTimes > 0) == (plannedOutageHours > 0)',
    fields: ['Usage.plannedOutageTimes', 'Usage.plannedOutageHours'],
    passes: { usage: { ...PERIOD, plannedOutageTimes: 2, plannedOutageHours: 12 }, facility: FACILITY },
    fails: { usage: { ...PERIOD, plannedOutageTimes: 2, plannedOutageHours: 0 }, facility: FACILITY },
  },
  'U-006': {
    ...WARNED,
    text: '非计划停运次数与小时数同为零或同不为零',
    expression: '(unplannedOutageTimes > 0) == (unplannedOutageHours > 0)',
    fields: ['Usage.unplannedOutageTimes', 'Usage.unplannedOutageHours'],
    passes: {
      usage: { ...PERIOD, unplannedOutageTimes: 1, unplannedOutageHours: 3, unplannedOutageReason: '1' },
      facility: FACILITY,
    },
    fails: {
      usage: { ...PERIOD, unplannedOutageTimes: 0, unplannedOutageHours: 3, unplannedOutageReason: '1' },
      facility: FACILITY,
    },
  },
  'U-007': {
    ...WARNED,
    text: '每小时充、放电量为上期的 0.5 至 1.5 倍',
    formula: '（本期电量÷本期小时数）÷（上期电量÷上期小时数）在 0.5 与 1.5 之间',
    expression: '0.5 <= rate / previousRate && rate / previousRate <= 1.5',
    fields: ['Usage.chargeEnergy', 'Usage.dischargeEnergy'],
    passes: {
      usage: { ...PERIOD, chargeEnergy: 2100, dischargeEnergy: 1848 },
      facility: FACILITY,
      previous: PREVIOUS,
    },
    fails: {
      usage: { ...PERIOD, chargeEnergy: 4200, dischargeEnergy: 3696 },
      facility: FACILITY,
      previous: PREVIOUS,
    },
  },
  'U-008': {
    ...WARNED,
    text: '转换效率在该技术路线的常见范围内',
    formula:
      '转换效率＝放电量÷充电量×100；锂离子电池 75～98，钠离子电池 70～98，液流电池 55～90，铅酸（炭）电池 60～95，压缩空气储能 45～80',
    expression:
      'least <= dischargeEnergy / chargeEnergy * 100 && dischargeEnergy / chargeEnergy * 100 <= most',
    fields: ['Usage.dischargeEnergy', 'Usage.chargeEnergy'],
    passes: { usage: { ...PERIOD, chargeEnergy: 2000, dischargeEnergy: 1760 }, facility: FACILITY },
    fails: { usage: { ...PERIOD, chargeEnergy: 2000, dischargeEnergy: 1200 }, facility: FACILITY },
  },
  'U-009': {
    ...WARNED,
    text: '转换效率较上期变化不超过 10 个百分点',
    expression: 'abs(conversionEfficiency - previous.conversionEfficiency) <= 10',
    fields: ['Usage.dischargeEnergy', 'Usage.chargeEnergy'],
    passes: {
      usage: { ...PERIOD, chargeEnergy: 2000, dischargeEnergy: 1800 },
      facility: FACILITY,
      previous: PREVIOUS,
    },
    fails: {
      usage: { ...PERIOD, chargeEnergy: 2000, dischargeEnergy: 1520 },
      facility: FACILITY,
      previous: PREVIOUS,
    },
  },
  'U-010': {
    ...WARNED,
    text: '健康度较上期不上升',
    formula: '健康度不大于上期健康度加 1，容许测量误差',
    expression: 'soh <= previous.soh + 1',
    fields: ['Usage.soh'],
    passes: { usage: { ...PERIOD, soh: 94.5 }, facility: FACILITY, previous: PREVIOUS },
    fails: { usage: { ...PERIOD, soh: 98 }, facility: FACILITY, previous: PREVIOUS },
  },
  'U-011': {
    ...SENT,
    text: '只有在该季度内投运、停运或退役的项目填报季度使用情况',
    formula: '投运日期不晚于季度末，退役日期不早于季度初',
    expression: 'commissionDate <= quarterEnd && retireDate >= quarterStart',
    fields: ['Usage.projectId'],
    passes: { words: ['投运日期 2026-05-20，填报 2026 年第 2 季度'] },
    fails: { words: ['投运日期 2026-07-20，填报 2026 年第 2 季度'] },
  },
  'U-012': {
    ...SENT,
    text: '已有的季度使用情况不能改为其他项目或其他季度',
    fields: ['Usage.projectId', 'Usage.year', 'Usage.quarter'],
    passes: { words: ['修改充电量'] },
    fails: { words: ['将第 2 季度改为第 3 季度'] },
  },
  'U-013': {
    ...SENT,
    text: '一次提交中，一个项目一个季度只出现一次',
    fields: ['Usage.projectId'],
    passes: { words: ['两个项目的第 3 季度'] },
    fails: { words: ['同一项目的第 3 季度出现两次'] },
  },
  'U-014': {
    when: ['审核'],
    since: '0.1.0',
    text: '以前各季度报送后，本季度方可由省级通过',
    passes: { words: ['第 1、2 季度已报送，通过第 3 季度'] },
    fails: { words: ['缺第 2 季度，通过第 3 季度'] },
  },
  'U-015': {
    when: ['提交'],
    since: '0.1.0',
    text: '报送本季度时，每个项目都已填写',
    passes: { words: ['3 个项目均已填写'] },
    fails: { words: ['3 个项目中有 1 个未填写'] },
  },
} as const satisfies Record<string, RuleText>
