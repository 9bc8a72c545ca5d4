import { fields } from '@xinchu/sdk/fields'
import type { components } from '@xinchu/sdk/schema'
import { checkRecord, quarterDays, type Stage } from '@xinchu/validators'
import { type FieldProblem, refusedFields } from '../../errors.ts'
import type { ProgressContent } from './progress-rows.ts'

type Schemas = components['schemas']
type Quarter = Schemas['Quarter']

/** What a report is compared with. */
export interface ProgressGround {
  period: { year: number; quarter: Quarter }
  milestones: readonly Schemas['DemoMilestone'][]
  /** The last report that was handed in. */
  previous: { label: string; content: ProgressContent } | undefined
  /** Label of the quarter before, if it should have been handed in and was not. */
  missingQuarter: string | undefined
  /** yyyy-MM-dd */
  today: string
}

// Amounts are given to four decimals of 10,000 yuan.
const AMOUNT_TOLERANCE = 0.01

const SPECS = fields.ProgressFields
const captions = new Map(SPECS.map(({ name, caption }) => [name, caption]))

const problem = (field: string, code: FieldProblem['code'], message: string): FieldProblem => ({
  field,
  ...(captions.has(field) ? { caption: captions.get(field) ?? '' } : {}),
  ...(code ? { code } : {}),
  message,
})

/** Milestones of the plan that were due by the end of the quarter and were not reached in time. */
export function lateMilestones(content: ProgressContent, { period, milestones }: ProgressGround): number[] {
  const { last } = quarterDays(period)
  return milestones.flatMap(({ id, planDate, actualDate }, index) => {
    if (!planDate || planDate > last) return []
    const reported = content.milestones?.find(({ milestoneId }) => milestoneId === id)?.actualDate
    const reached = reported ?? actualDate
    return reached && reached <= planDate ? [] : [index + 1]
  })
}

function milestoneProblems(content: ProgressContent, { milestones, today }: ProgressGround): FieldProblem[] {
  const known = new Set(milestones.map(({ id }) => id))
  return (content.milestones ?? []).flatMap(({ milestoneId, actualDate }, index) => {
    if (!known.has(milestoneId))
      return [problem(`milestones.${index}.milestoneId`, 'N-009', '里程碑不在该项目的实施方案中')]
    return actualDate && actualDate > today
      ? [problem(`milestones.${index}.actualDate`, 'N-009', '实际完成日期不能晚于今天')]
      : []
  })
}

/** What only a submission must observe. */
function submissionProblems(content: ProgressContent, ground: ProgressGround): FieldProblem[] {
  const { previous, missingQuarter } = ground
  const problems: FieldProblem[] = []
  if (missingQuarter) problems.push(problem('quarter', 'N-005', `${missingQuarter}进展尚未提交，请先提交`))
  const before = previous?.content
  if (
    before?.overallProgress !== undefined &&
    content.overallProgress !== undefined &&
    content.overallProgress < before.overallProgress &&
    !content.progressDropReason?.trim()
  )
    problems.push(
      problem('progressDropReason', 'N-006', `进度低于上季 ${before.overallProgress}%，请说明原因`),
    )
  const late = lateMilestones(content, ground)
  if (late.length > 0 && !content.delayReason?.trim())
    problems.push(problem('delayReason', 'N-007', `里程碑 ${late.join('、')} 晚于计划，请说明原因`))
  const sum = (before?.cumulativeInvestment ?? 0) + (content.periodInvestment ?? 0)
  if (
    before?.cumulativeInvestment !== undefined &&
    content.cumulativeInvestment !== undefined &&
    Math.abs(content.cumulativeInvestment - sum) > AMOUNT_TOLERANCE
  )
    problems.push(problem('cumulativeInvestment', 'N-008', `应等于上季累计与本期之和 ${sum}`))
  return problems
}

/** @throws HttpError 400 with everything that is wrong with a report at a stage */
export function assertProgress(content: ProgressContent, stage: Stage, ground: ProgressGround): void {
  const values = { ...content, demoProjectId: 1, ...ground.period }
  const own = checkRecord(values, SPECS, stage)
    .filter(({ level }) => level === 'error')
    .map(({ field, code, message }) => problem(field, code, message))
  const problems = [
    ...own,
    ...milestoneProblems(content, ground),
    ...(stage === 'submit' ? submissionProblems(content, ground) : []),
  ]
  const [first] = problems
  if (!first) return
  throw refusedFields(first.caption ? `${first.caption}：${first.message}` : first.message, problems)
}
