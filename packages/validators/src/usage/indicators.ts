import type { UsageDerived } from './derived.ts'

/** An indicator as shown to users. */
export interface UsageIndicator {
  readonly name: keyof UsageDerived
  readonly caption: string
  readonly unit: string
  readonly formula: string
}

/** The indicators of a quarter with the formulas that `usageDerived` computes them by. */
export const usageIndicators: readonly UsageIndicator[] = [
  {
    name: 'equivalentUtilizationHours',
    caption: '等效利用小时',
    unit: 'h',
    formula: '（充电量＋放电量）×10÷额定功率',
  },
  {
    name: 'equivalentCycles',
    caption: '等效充放电次数',
    unit: '次',
    formula: '（充电量＋放电量）×10÷2÷额定能量',
  },
  { name: 'conversionEfficiency', caption: '平均转换效率', unit: '%', formula: '放电量÷充电量×100' },
  { name: 'comprehensiveEfficiency', caption: '综合效率', unit: '%', formula: '上网电量÷下网电量×100' },
  {
    name: 'availabilityFactor',
    caption: '可用系数',
    unit: '%',
    formula: '（统计期小时－计划停运小时－非计划停运小时）÷统计期小时×100',
  },
  {
    name: 'unplannedOutageFactor',
    caption: '非计划停运系数',
    unit: '%',
    formula: '非计划停运小时÷统计期小时×100',
  },
  {
    name: 'utilizationIndex',
    caption: '利用率指数',
    unit: '%',
    formula: '等效充放电次数÷（设计日充放电次数×统计期天数）×100',
  },
  {
    name: 'totalRevenue',
    caption: '收入合计',
    unit: '万元',
    formula: '现货＋辅助服务＋容量租赁＋容量补偿＋峰谷价差＋其他',
  },
  { name: 'periodHours', caption: '统计期小时', unit: 'h', formula: '本季度小时数；当季投运的自投运日起算' },
]
