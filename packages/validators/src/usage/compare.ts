import { TechType } from '../codes.ts'
import type { Issue, RecordValues } from '../record.ts'
import { numberAt, warning } from '../values.ts'
import { type Facility, type UsageDerived, usageDerived } from './derived.ts'

// Usual conversion efficiencies by technology, %. Other technologies are compared only with their own past.
const USUAL_EFFICIENCY: Readonly<Record<string, readonly [least: number, most: number]>> = {
  [TechType.lithium]: [75, 98],
  [TechType.sodium]: [70, 98],
  [TechType.flow]: [55, 90],
  [TechType.lead]: [60, 95],
  [TechType.compressedAir]: [45, 80],
}
const MUCH_MORE = 1.5
const MUCH_LESS = 0.5
const EFFICIENCY_POINTS = 10
const HEALTH_POINTS = 1

const COMPARED = [
  ['chargeEnergy', '充电量'],
  ['dischargeEnergy', '放电量'],
] as const

/** Relative difference (1 = 100 %) of a value per hour from the last period. */
function changed(now: number, nowHours: number, before: number, beforeHours: number): number | undefined {
  if (before <= 0 || nowHours <= 0 || beforeHours <= 0) return undefined
  return now / nowHours / (before / beforeHours)
}

function energyWarnings(
  usage: RecordValues,
  previous: RecordValues,
  [now, before]: readonly [UsageDerived, UsageDerived],
): Issue[] {
  return COMPARED.flatMap(([field, caption]) => {
    const value = numberAt(usage, field)
    if (value === undefined) return []
    const rate = changed(value, now.periodHours ?? 0, numberAt(previous, field) ?? 0, before.periodHours ?? 0)
    if (rate === undefined || (rate <= MUCH_MORE && rate >= MUCH_LESS)) return []
    const percent = Math.round(Math.abs(rate - 1) * 100)
    return [warning('U-007', field, `${caption}较上期${rate > 1 ? '增加' : '减少'}${percent}%，请核对`)]
  })
}

function usualWarnings({ conversionEfficiency }: UsageDerived, { techType }: Facility): Issue[] {
  const [least, most] = USUAL_EFFICIENCY[techType ?? ''] ?? [0, Number.POSITIVE_INFINITY]
  const isUnusual =
    conversionEfficiency !== undefined && (conversionEfficiency < least || conversionEfficiency > most)
  return isUnusual
    ? [warning('U-008', 'dischargeEnergy', '转换效率超出该技术路线常见范围，请核对充、放电量')]
    : []
}

/**
 * Warnings on allowed but unlikely values of a quarterly report, alone and compared with the last period.
 * @param previous the last period's report, where there is one
 */
export function compareUsage(usage: RecordValues, facility: Facility, previous?: RecordValues): Issue[] {
  const now = usageDerived(usage, facility)
  const issues = usualWarnings(now, facility)
  if (!previous) return issues
  const before = usageDerived(previous, facility)
  issues.push(...energyWarnings(usage, previous, [now, before]))
  const points = Math.abs((now.conversionEfficiency ?? 0) - (before.conversionEfficiency ?? 0))
  if (now.conversionEfficiency !== undefined && before.conversionEfficiency !== undefined) {
    if (points > EFFICIENCY_POINTS)
      issues.push(
        warning('U-009', 'dischargeEnergy', `转换效率较上期变化${Math.round(points)}个百分点，请核对`),
      )
  }
  const health = numberAt(usage, 'soh')
  const healthBefore = numberAt(previous, 'soh')
  if (health !== undefined && healthBefore !== undefined && health > healthBefore + HEALTH_POINTS)
    issues.push(warning('U-010', 'soh', '健康度较上期上升，请核对'))
  return issues
}
