import { BuildStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'
import type { RuleCode } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'

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

/** The rule that compares hours with those of peers. Of it, the database finds what was confirmed. */
export const CONFIRMED_HOURS = 'OUT-H' satisfies Outlier['rule']

/** What a rule marks of a station (`s`), its value, and what that is compared with. */
interface Flag {
  rule: Outlier['rule']
  indicator: Outlier['indicator']
  isMarked: RawBuilder<boolean>
  value: RawBuilder<number>
  bound: RawBuilder<number>
}

const hoursOf = sql<number>`s.hours`
const percent = (part: string, whole: string) =>
  sql<number>`${sql.ref(`s.${part}`)}::float8 / nullif(${sql.ref(`s.${whole}`)}, 0)::float8 * 100`
const above = (part: string, whole: string) =>
  sql<boolean>`${sql.ref(`s.${part}`)} > ${sql.ref(`s.${whole}`)}`
const HUNDRED = sql<number>`100::float8`
const ratio = (indicator: Outlier['indicator'], part: string, whole: string): Flag => ({
  rule: 'OUT-P',
  indicator,
  isMarked: above(part, whole),
  value: percent(part, whole),
  bound: HUNDRED,
})
const hoursBy = (rule: Outlier['rule'], isMarked: Flag['isMarked'], bound: Flag['bound']): Flag => ({
  ...{ rule, indicator: 'equivalentUtilizationHours', isMarked, bound },
  value: hoursOf,
})

/**
 * Compares products, not ratios, so that a value at the limit is not marked by rounding. A station without designed cycles
 * has no limit of them, although the statistics assume one a day.
 */
const RULES: readonly Flag[] = [
  ratio('utilizationIndex', 'moved', 'allowed'),
  ratio('conversionEfficiency', 'discharge', 'charge'),
  ratio('comprehensiveEfficiency', 'on_grid', 'off_grid'),
  hoursBy(
    'OUT-P',
    sql`s.moved > s.power * s.days * ${sql.lit(HOURS_A_DAY)}`,
    sql`(s.days * ${sql.lit(HOURS_A_DAY)})::float8`,
  ),
  hoursBy(
    'OUT-T',
    sql`s.moved > 0 and s.moved_before > 0 and s.days_before > 0
      and (s.moved * s.days_before > ${sql.lit(FACTOR)} * s.moved_before * s.days
        or ${sql.lit(FACTOR)} * s.moved * s.days_before < s.moved_before * s.days)`,
    sql`s.moved_before::float8 / nullif(s.power, 0)::float8 * s.days / nullif(s.days_before, 0)`,
  ),
  // Marked by all stations together: see `unlikePeers`.
  hoursBy(
    CONFIRMED_HOURS,
    sql`s.id in (select item_id from usage_confirmation where rule = ${sql.lit(CONFIRMED_HOURS)})`,
    sql`null::float8`,
  ),
  {
    ...hoursBy(
      'OUT-L',
      sql`s.is_idle and s.build_status = ${sql.lit(BuildStatus.operating)}`,
      sql`0::float8`,
    ),
    value: sql`coalesce(s.hours, 0)`,
  },
]

/** Values of a station by rule and indicator, with what they are compared with and whether they are marked. */
export const FLAGS = sql`values ${sql.join(
  RULES.map(
    ({ rule, indicator, isMarked, value, bound }) =>
      sql`(${sql.lit(rule)}, ${sql.lit(indicator)}, ${isMarked}, ${value}, ${bound})`,
  ),
)}`

/** SQL condition: some rule marks a station. Few are marked, so that the values of the others need not be computed. */
export const IS_MARKED = sql.join(
  RULES.map(({ isMarked }) => sql`(${isMarked})`),
  sql` or `,
)

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
