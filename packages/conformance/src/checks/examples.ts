import type { Values } from './drafts.ts'

/** Two projects of a rule that differ in what it looks at. */
export interface RuleExample {
  readonly code: string
  /** The rule in the words of the rule book. */
  readonly text: string
  readonly passes: Values
  readonly fails: Values
}

const hybridOf = (
  ...parts: readonly (readonly [techType: string, ratedPower: number, ratedEnergy: number])[]
) => ({
  techType: '90',
  ratedPower: 100,
  ratedEnergy: 200,
  hybridDetail: parts.map(([techType, ratedPower, ratedEnergy]) => ({ techType, ratedPower, ratedEnergy })),
})
const SOUND = hybridOf(['01', 60, 120], ['02', 40, 80])

const rule = (code: string, text: string, passes: Values, fails: Values): RuleExample => ({
  code,
  text,
  passes,
  fails,
})

/**
 * Rules that refuse a project. Those of the book whose examples can be executed are here as the book has them; a test
 * compares both. The whole book would be four times as large.
 */
export const blockers: readonly RuleExample[] = [
  rule(
    'P-001',
    '细分技术属于所选的技术路线',
    { techType: '01', techSubType: '0101' },
    { techType: '02', techSubType: '0101' },
  ),
  rule(
    'P-002',
    '细分场景属于所选的应用场景',
    { appScenario: '1', appSubScenario: '11' },
    { appScenario: '2', appSubScenario: '11' },
  ),
  rule('P-003', '混合储能至少填写两种技术路线', SOUND, hybridOf(['01', 100, 200])),
  rule(
    'P-004',
    '混合储能各部分额定功率之和等于项目额定功率',
    SOUND,
    hybridOf(['01', 60, 120], ['02', 30, 80]),
  ),
  rule(
    'P-005',
    '混合储能各部分额定能量之和等于项目额定能量',
    SOUND,
    hybridOf(['01', 60, 100], ['02', 40, 80]),
  ),
  rule('P-006', '备案日期不晚于今天', { recordDate: '2026-06-30' }, { recordDate: '2099-01-01' }),
  rule(
    'F-012',
    '日期先后顺序正确',
    { startDate: '2025-03-01', gridDate: '2025-12-20' },
    { startDate: '2025-12-20', gridDate: '2025-03-01' },
  ),
  rule(
    'F-005',
    '电子邮箱由用户名、@ 和域名组成',
    { contactEmail: 'lianxi@example.cn' },
    { contactEmail: 'lianxi@example' },
  ),
  rule(
    'F-013',
    '日期形如 2026-03-01，为历法中有的一天，在 1900 至 2200 年之间',
    { planGridDate: '2026-02-28' },
    { planGridDate: '2026-02-30' },
  ),
  rule(
    'F-015',
    '文字不含控制字符、不完整的字符和改变书写方向的字符',
    { address: '盐池县储能电站' },
    { address: '盐池县\u0000储能电站' },
  ),
  rule(
    'F-003',
    '手机号为以 1 开头的 11 位数字',
    { contactPhone: '13800000000' },
    { contactPhone: '09512000000' },
  ),
  rule(
    'F-014',
    '行政区划代码为六位，省、市、县上下级相符',
    {},
    { provinceCode: '640000', cityCode: '110100', countyCode: '640323' },
  ),
  rule('F-008', '数字至多 4 位小数，不带单位', { ratedEnergy: 1000.1234 }, { ratedEnergy: 1000.12345 }),
  rule('F-016', '数值在该项的上下限之内', { designEfficiency: 95.5 }, { designEfficiency: 120 }),
  rule('F-019', '选择项的取值在字典之内', {}, { techType: '77' }),
  rule(
    'F-021',
    '文字的长度在该项的上下限之内，一个汉字计为一个字',
    { phaseNo: '一期' },
    { phaseNo: '一'.repeat(21) },
  ),
  rule('F-022', '值的类型与接口文档一致', { ratedPower: 120 }, { ratedPower: '120 MW' }),
  rule('F-024', '只含接口文档中有的字段', {}, { name: '盐池县高沙窝储能电站' }),
]

/** Rules that warn before a project is submitted. */
export const warnings: readonly RuleExample[] = [
  rule(
    'P-007',
    '储能时长在 0.05 至 100 小时之间',
    { ratedPower: 100, ratedEnergy: 200 },
    { ratedPower: 1, ratedEnergy: 200 },
  ),
  rule(
    'P-008',
    '单位造价在 200 至 10000 元/kWh 之间',
    { ratedEnergy: 200, totalInvestment: 19_800 },
    { ratedEnergy: 200, totalInvestment: 1980 },
  ),
  rule(
    'P-009',
    '累计完成投资不明显超过总投资',
    { totalInvestment: 20_000, completedInvestment: 21_000 },
    { totalInvestment: 20_000, completedInvestment: 26_000 },
  ),
  rule(
    'P-010',
    '大型动力电池梯次利用储能项目受政策限制',
    { isEchelonUse: true, ratedEnergy: 10 },
    { isEchelonUse: true, ratedEnergy: 40 },
  ),
  rule(
    'P-011',
    '用户侧项目并网电压一般不超过 110 kV',
    { appScenario: '3', appSubScenario: '31', gridVoltage: '35' },
    { appScenario: '3', appSubScenario: '31', gridVoltage: '220' },
  ),
]
