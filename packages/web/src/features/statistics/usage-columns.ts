import type { UsageStatRow } from '@xinchu/sdk'
import { quantity } from '@xinchu/validators'
import type { FigureColumn } from './figure-columns.ts'
import type { Bar } from './options/bars.ts'

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

/** All measures of the projects that have reported. */
export const MEASURES = {
  chargeEnergy: { label: '充电量', unit: '万kWh' },
  dischargeEnergy: { label: '放电量', unit: '万kWh' },
  ...METRICS,
  unplannedOutageTimes: { label: '非计划停运', unit: '次' },
  revenue: { label: '收入', unit: '万元' },
} as const satisfies Partial<Record<keyof UsageStatRow, { label: string; unit: string }>>

export type Measure = keyof typeof MEASURES
const MEASURE_NAMES = Object.keys(MEASURES) as Measure[] // the keys just named

/** Name of the figure whose rows a measure opens. The rate of reports opens the missing ones. */
export const rowsOfMeasure = (name: Measure): string => (name === 'reportRate' ? 'unreportedProjects' : name)

/** Columns of use by group. The finding of a table is about its main one. */
const columnsWith = (main: Metric): readonly FigureColumn<UsageStatRow>[] => [
  { caption: '应报', unit: '个', of: ({ dueProjects }) => dueProjects, rows: 'dueProjects', isSum: true },
  {
    caption: '已报',
    unit: '个',
    of: ({ reportedProjects }) => reportedProjects,
    rows: 'reportedProjects',
    isSum: true,
  },
  ...MEASURE_NAMES.map(
    (name): FigureColumn<UsageStatRow> => ({
      caption: MEASURES[name].label,
      unit: MEASURES[name].unit,
      of: (row) => row[name],
      rows: rowsOfMeasure(name),
      isSum: !(name in METRICS),
      ...(name === main ? { role: 'main' } : {}),
    }),
  ),
]

const BY_METRIC = Object.fromEntries(METRIC_NAMES.map((name) => [name, columnsWith(name)])) as Readonly<
  Record<Metric, readonly FigureColumn<UsageStatRow>[]> // one for each name
>

/** The columns of a chart of a measure. */
export const usageColumnsOf = (metric: Metric): readonly FigureColumn<UsageStatRow>[] => BY_METRIC[metric]

/** The columns of what shows all measures. */
export const usageColumns = usageColumnsOf('equivalentUtilizationHours')

/** Groups by a measure of use, highest first. Groups without it come last. */
export const usesOf = (rows: readonly UsageStatRow[], metric: Metric): Bar[] =>
  rows
    .map((row) => ({
      name: row.label ?? '',
      value: row[metric],
      text:
        row[metric] === undefined
          ? '无数据'
          : `${quantity(row[metric], METRICS[metric].unit)} ${METRICS[metric].unit}`,
    }))
    .toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1))
