import type { ScaleLayoutRow, UsageStatRow } from '@xinchu/sdk'
import type { Unit } from './units.ts'

/** A column of a chart's table. */
export interface FigureColumn<Row> {
  head: string
  of: (row: Row) => number | undefined
}

/** Columns of scale by group. */
export const scaleColumns = ({ power, energy }: Unit): readonly FigureColumn<ScaleLayoutRow>[] => [
  { head: '项目数', of: ({ projectCount }) => projectCount },
  { head: `功率（${power}）`, of: ({ ratedPower }) => ratedPower },
  { head: `能量（${energy}）`, of: ({ ratedEnergy }) => ratedEnergy },
  { head: '时长（h）', of: ({ avgDuration }) => avgDuration },
  { head: '功率占比（%）', of: ({ powerShare }) => powerShare },
  { head: '能量占比（%）', of: ({ energyShare }) => energyShare },
]

/** Columns of scale by year. */
export const yearColumns = ({ power, energy }: Unit): readonly FigureColumn<ScaleLayoutRow>[] => [
  { head: `新增功率（${power}）`, of: ({ addPower }) => addPower },
  { head: `新增能量（${energy}）`, of: ({ addEnergy }) => addEnergy },
  { head: `累计功率（${power}）`, of: ({ ratedPower }) => ratedPower },
  { head: `累计能量（${energy}）`, of: ({ ratedEnergy }) => ratedEnergy },
  { head: '时长（h）', of: ({ avgDuration }) => avgDuration },
  { head: '增长（%）', of: ({ yoyPower }) => yoyPower },
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
  { head: '应报', of: ({ dueProjects }) => dueProjects },
  { head: '已报', of: ({ reportedProjects }) => reportedProjects },
  { head: '充电量（万kWh）', of: ({ chargeEnergy }) => chargeEnergy },
  { head: '放电量（万kWh）', of: ({ dischargeEnergy }) => dischargeEnergy },
  ...METRIC_NAMES.map((name) => ({
    head: `${METRICS[name].label}（${METRICS[name].unit}）`,
    of: (row: UsageStatRow) => row[name],
  })),
  { head: '非计划停运（次）', of: ({ unplannedOutageTimes }) => unplannedOutageTimes },
  { head: '收入（万元）', of: ({ revenue }) => revenue },
]
