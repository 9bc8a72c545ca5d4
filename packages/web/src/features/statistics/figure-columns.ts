import type { ScaleLayoutRow, UsageStatRow } from '@xinchu/sdk'
import type { Unit } from './units.ts'

/** A column of a chart's table. */
export interface FigureColumn<Row> {
  caption: string
  /** Unit, which also decides the number style. */
  unit: string
  of: (row: Row) => number | undefined
}

/** Columns of scale by group. */
export const scaleColumns = ({ power, energy }: Unit): readonly FigureColumn<ScaleLayoutRow>[] => [
  { caption: '项目数', unit: '个', of: ({ projectCount }) => projectCount },
  { caption: '功率', unit: power, of: ({ ratedPower }) => ratedPower },
  { caption: '能量', unit: energy, of: ({ ratedEnergy }) => ratedEnergy },
  { caption: '时长', unit: 'h', of: ({ avgDuration }) => avgDuration },
  { caption: '功率占比', unit: '%', of: ({ powerShare }) => powerShare },
  { caption: '能量占比', unit: '%', of: ({ energyShare }) => energyShare },
]

/** Columns of scale by year. */
export const yearColumns = ({ power, energy }: Unit): readonly FigureColumn<ScaleLayoutRow>[] => [
  { caption: '新增功率', unit: power, of: ({ addPower }) => addPower },
  { caption: '新增能量', unit: energy, of: ({ addEnergy }) => addEnergy },
  { caption: '累计功率', unit: power, of: ({ ratedPower }) => ratedPower },
  { caption: '累计能量', unit: energy, of: ({ ratedEnergy }) => ratedEnergy },
  { caption: '时长', unit: 'h', of: ({ avgDuration }) => avgDuration },
  { caption: '增长', unit: '%', of: ({ yoyPower }) => yoyPower },
]

/** Measures of station use. */
export const METRICS = {
  equivalentUtilizationHours: { label: '等效利用小时', unit: 'h' },
  equivalentCycles: { label: '等效充放电次数', unit: '次' },
  utilizationIndex: { label: '利用率指数', unit: '%' },
  conversionEfficiency: { label: '平均转换效率', unit: '%' },
  comprehensiveEfficiency: { label: '综合效率', unit: '%' },
  availabilityFactor: { label: '可用系数', unit: '%' },
  reportRate: { label: '报送率', unit: '%' },
} as const satisfies Partial<Record<keyof UsageStatRow, { label: string; unit: string }>>

export type Metric = keyof typeof METRICS
export const METRIC_NAMES = Object.keys(METRICS) as Metric[] // the keys just named

/** Columns of use by group. */
export const usageColumns: readonly FigureColumn<UsageStatRow>[] = [
  { caption: '应报', unit: '个', of: ({ dueProjects }) => dueProjects },
  { caption: '已报', unit: '个', of: ({ reportedProjects }) => reportedProjects },
  { caption: '充电量', unit: '万kWh', of: ({ chargeEnergy }) => chargeEnergy },
  { caption: '放电量', unit: '万kWh', of: ({ dischargeEnergy }) => dischargeEnergy },
  ...METRIC_NAMES.map((name) => ({
    caption: METRICS[name].label,
    unit: METRICS[name].unit,
    of: (row: UsageStatRow) => row[name],
  })),
  { caption: '非计划停运', unit: '次', of: ({ unplannedOutageTimes }) => unplannedOutageTimes },
  { caption: '收入', unit: '万元', of: ({ revenue }) => revenue },
]
