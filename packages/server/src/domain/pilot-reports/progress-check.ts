import { fields } from '@xinchu/contract/fields'
import type { components } from '@xinchu/contract/schema'
import { checkProgress, checkRecord, quarterDays, type Stage } from '@xinchu/validators'
import { type FieldProblem, refusedFields } from '../../errors.ts'
import type { ProgressContent } from './progress-rows.ts'

type Schemas = components['schemas']
type Quarter = Schemas['Quarter']

/** Data that a progress report is checked against. */
export interface ProgressGround {
  period: { year: number; quarter: Quarter }
  milestones: readonly Schemas['DemoMilestone'][]
  /** The latest submitted report before this one. */
  previous: { label: string; content: ProgressContent } | undefined
  /** Label of the previous quarter, if its report is missing. */
  missingQuarter: string | undefined
  /** yyyy-MM-dd */
  today: string
}

const SPECS = fields.ProgressFields
const captions = new Map(SPECS.map(({ name, caption }) => [name, caption]))

const problem = (field: string, code: FieldProblem['code'], message: string): FieldProblem => ({
  field,
  ...(captions.has(field) ? { caption: captions.get(field) ?? '' } : {}),
  ...(code ? { code } : {}),
  message,
})

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

/** Returns the problems that are checked only at submission. */
function submissionProblems(content: ProgressContent, ground: ProgressGround): FieldProblem[] {
  const { previous, missingQuarter } = ground
  const reported = new Map((content.milestones ?? []).map((each) => [each.milestoneId, each]))
  const issues = checkProgress(
    { ...content },
    {
      previous: previous && { ...previous.content },
      milestones: ground.milestones.map(({ id, planDate, actualDate }) => {
        const own = reported.get(id ?? 0)
        return { planDate, actualDate: own?.actualDate ?? actualDate, expectedDate: own?.expectedDate }
      }),
      days: quarterDays(ground.period),
    },
  )
  return [
    ...(missingQuarter ? [problem('quarter', 'N-005', `${missingQuarter}进展尚未提交，请先提交`)] : []),
    ...issues.map(({ field, code, message }) => problem(field, code, message)),
  ]
}

/** @throws HttpError 400 with all problems of a report at a stage */
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
