import type { Issue, RecordValues } from '../record.ts'
import { roundTo } from '../round.ts'
import { error, numberAt, textAt } from '../values.ts'

/** A milestone of the approved plan, with what a report says about it. */
export interface MilestoneState {
  planDate?: string | undefined
  actualDate?: string | undefined
  expectedDate?: string | undefined
}

/** Days of a quarter, yyyy-MM-dd. */
export interface QuarterDays {
  first: string
  last: string
}

export interface ProgressContext {
  /** The last report before this one. */
  previous?: RecordValues | undefined
  /** The milestones in the plan's order. */
  milestones: readonly MilestoneState[]
  days: QuarterDays
}

/** Difference up to which two sums of investment count as equal, 万元. */
const TOLERANCE = 0.01

/**
 * Whether a milestone needs a reason: it is not done although its plan has passed, it is expected after its plan, or it
 * was due in this quarter and done later. What was late in an earlier quarter and is done was explained then.
 */
export function isLate(
  { planDate, actualDate, expectedDate }: MilestoneState,
  { first, last }: QuarterDays,
): boolean {
  if (planDate === undefined) return false
  if (actualDate) return actualDate > planDate && planDate >= first
  return planDate <= last || (expectedDate ?? '') > planDate
}

/** Returns the previous report's cumulative investment plus this amount; unknown without a previous report. */
export function expectedCumulative(
  report: RecordValues,
  previous: RecordValues | undefined,
): number | undefined {
  const before = previous && numberAt(previous, 'cumulativeInvestment')
  return before === undefined ? undefined : roundTo(before + (numberAt(report, 'periodInvestment') ?? 0), 4)
}

/** Checks a quarterly progress report against the previous quarter and its milestones. */
export function checkProgress(report: RecordValues, context: ProgressContext): Issue[] {
  const { previous, milestones, days } = context
  const issues: Issue[] = []
  const before = previous && numberAt(previous, 'overallProgress')
  const progress = numberAt(report, 'overallProgress')
  if (
    before !== undefined &&
    progress !== undefined &&
    progress < before &&
    !textAt(report, 'progressDropReason')?.trim()
  )
    issues.push(error('N-006', 'progressDropReason', `进度低于上季 ${before}%，请说明原因`))
  const late = milestones.flatMap((milestone, at) => (isLate(milestone, days) ? [at + 1] : []))
  if (late.length > 0 && !textAt(report, 'delayReason')?.trim())
    issues.push(error('N-007', 'delayReason', `里程碑 ${late.join('、')} 晚于计划，请说明原因`))
  const cumulative = numberAt(report, 'cumulativeInvestment')
  const expected = expectedCumulative(report, previous)
  if (cumulative !== undefined && expected !== undefined && Math.abs(cumulative - expected) > TOLERANCE)
    issues.push(error('N-008', 'cumulativeInvestment', `应等于上季累计与本期之和 ${expected}`))
  return issues
}
