import { BuildStatus } from '@xinchu/sdk/codes'
import type { components } from '@xinchu/sdk/schema'
import type { RuleCode } from '@xinchu/validators'
import { sql } from 'kysely'

type Outlier = components['schemas']['UsageOutlier']

export const OUTLIER_RULES = [
  'OUT-P',
  'OUT-T',
  'OUT-H',
  'OUT-L',
] as const satisfies readonly (Outlier['rule'] & RuleCode)[]

/** A station of last period with more or less than this factor is marked. */
const FACTOR = 5

const HOURS_A_DAY = 24

/**
 * Values of a station (`s`, its `peers`) by rule and indicator, with what they are compared with and whether they are
 * marked. Compares products, not ratios, so that a value at the limit is not marked by rounding. A station without designed
 * cycles has no limit of them, although the statistics assume one a day.
 */
export const FLAGS = sql`values
  ('OUT-P', 'utilizationIndex', s.moved > s.allowed, s.moved::float8 / nullif(s.allowed, 0)::float8 * 100, 100::float8),
  ('OUT-P', 'conversionEfficiency', s.discharge > s.charge, s.discharge::float8 / nullif(s.charge, 0)::float8 * 100, 100::float8),
  ('OUT-P', 'comprehensiveEfficiency', s.on_grid > s.off_grid, s.on_grid::float8 / nullif(s.off_grid, 0)::float8 * 100, 100::float8),
  ('OUT-P', 'equivalentUtilizationHours', s.moved > s.power * s.days * ${sql.lit(HOURS_A_DAY)}, s.hours, (s.days * ${sql.lit(HOURS_A_DAY)})::float8),
  ('OUT-T', 'equivalentUtilizationHours',
    s.moved > 0 and s.moved_before > 0 and s.days_before > 0
      and (s.moved * s.days_before > ${sql.lit(FACTOR)} * s.moved_before * s.days
        or ${sql.lit(FACTOR)} * s.moved * s.days_before < s.moved_before * s.days),
    s.hours, s.moved_before::float8 / nullif(s.power, 0)::float8 * s.days / nullif(s.days_before, 0)),
  ('OUT-H', 'equivalentUtilizationHours', not s.is_idle and s.hours > peers.most, s.hours, peers.most),
  ('OUT-H', 'equivalentUtilizationHours', not s.is_idle and s.hours < peers.least, s.hours, peers.least),
  ('OUT-L', 'equivalentUtilizationHours', s.is_idle and s.build_status = ${sql.lit(BuildStatus.operating)}, coalesce(s.hours, 0), 0::float8)`

/** A marked value as the database finds it. */
export interface Marked {
  rule: Outlier['rule']
  indicator: Outlier['indicator']
  value: number | null
  bound: number | null
}

const hours = (value: number) =>
  `${value.toLocaleString('en', { maximumFractionDigits: 2, minimumFractionDigits: 2 })} h`

const PHYSICS: Readonly<Record<Outlier['indicator'], string>> = {
  utilizationIndex: '充放电次数超过设计次数',
  conversionEfficiency: '放电量大于充电量',
  comprehensiveEfficiency: '上网电量大于下网电量',
  equivalentUtilizationHours: '超过统计期小时数',
}

function timesOf(factor: number): string {
  if (factor < 1) return `不足上期的五分之一，请核对计量单位`
  return `为上期的 ${factor.toFixed(1)} 倍，请核对计量单位`
}

/** Reference value and reason of a mark, as texts. */
export function wordsOf({ rule, indicator, value, bound }: Marked): Pick<Outlier, 'reference' | 'reason'> {
  const [of, than] = [value ?? 0, bound ?? 0]
  switch (rule) {
    case 'OUT-P':
      return {
        reference: indicator === 'equivalentUtilizationHours' ? `≤ ${hours(than)}` : '≤ 100%',
        reason: PHYSICS[indicator],
      }
    case 'OUT-H':
      return of > than
        ? { reference: `同场景 ≤ ${hours(than)}`, reason: '高于同场景 99% 的电站' }
        : { reference: `同场景 ≥ ${hours(than)}`, reason: '低于同场景 99% 的电站' }
    case 'OUT-T':
      return { reference: `上期 ${hours(than)}`, reason: `日均电量${timesOf(of / than)}` }
    case 'OUT-L':
      return { reference: '> 0', reason: '在运但没有充放电' }
  }
}
