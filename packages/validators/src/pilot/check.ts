import { messages } from '../messages.ts'
import { belongingIssues } from '../project/belongs.ts'
import { checkRecord, type FieldSpec, type Issue, type RecordValues, type Stage } from '../record.ts'
import { roundTo } from '../round.ts'
import { dateOrder } from '../rules/date.ts'
import { error, numberAt, textAt } from '../values.ts'
import { BRIEF_WORDS, countWords } from './words.ts'

/** Fewest key indicators of an application, and fewest milestones of a plan. */
export const LEAST_ROWS = 3
/** Share of the total investment by which the yearly plan may differ from it. */
const INVESTMENT_TOLERANCE = 0.01

const isRecord = (value: unknown): value is RecordValues => typeof value === 'object' && value !== null

const rowsAt = (record: RecordValues, field: string): RecordValues[] => {
  const value = record[field]
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** Checks the fields of each row of a list. Issues are named `list.0.field`. */
function rowIssues(record: RecordValues, field: string, specs: readonly FieldSpec[], stage: Stage): Issue[] {
  return rowsAt(record, field).flatMap((row, index) =>
    checkRecord(row, specs, stage).map((issue) => ({
      ...issue,
      field: `${field}.${index}.${issue.field}`,
      message: `第 ${index + 1} 行${specs.find(({ name }) => name === issue.field)?.caption ?? ''}：${issue.message}`,
    })),
  )
}

/** Checks that the later of two dates is not before the earlier. */
function orderIssues(record: RecordValues, earlier: string, later: string, path = ''): Issue[] {
  const [from, to] = [textAt(record, earlier), textAt(record, later)]
  return from && to && dateOrder(from, to) !== null
    ? [{ field: `${path}${later}`, code: 'F-012', message: messages.dateOrder, level: 'error' }]
    : []
}

/** Checks a demonstration project's own fields against each other. */
export const checkPilotProject = (project: RecordValues): Issue[] => belongingIssues(project)

/** Checks an application across fields and rows. */
export function checkPilotApplication(
  application: RecordValues,
  stage: Stage,
  { indicators }: { indicators: readonly FieldSpec[] },
): Issue[] {
  const rows = rowIssues(application, 'keyIndicators', indicators, stage)
  if (stage === 'draft') return rows
  const count = rowsAt(application, 'keyIndicators').length
  return [
    ...(count > 0 && count < LEAST_ROWS
      ? [error('M-006', 'keyIndicators', `至少填写 ${LEAST_ROWS} 项，现有 ${count} 项`)]
      : []),
    ...rows,
    ...(application['commitment'] === false ? [error('M-010', 'commitment', '须承诺所填内容真实')] : []),
  ]
}

function investmentIssues(plan: RecordValues, totalInvestment: number | undefined): Issue[] {
  const rows = rowsAt(plan, 'investmentPlan')
  if (rows.length === 0 || totalInvestment === undefined) return []
  const sum = roundTo(
    rows.reduce((total, row) => total + (numberAt(row, 'amount') ?? 0), 0),
    4,
  )
  if (Math.abs(sum - totalInvestment) <= totalInvestment * INVESTMENT_TOLERANCE + 1e-9) return []
  return [
    error(
      'M-008',
      'investmentPlan',
      `各年合计 ${sum} 万元，与总投资 ${totalInvestment} 万元相差 ${roundTo(sum - totalInvestment, 4)} 万元`,
    ),
  ]
}

/** Checks an implementation plan across fields and rows, and against the project's total investment. */
export function checkPilotImplementation(
  plan: RecordValues,
  stage: Stage,
  specs: {
    tasks: readonly FieldSpec[]
    milestones: readonly FieldSpec[]
    investments: readonly FieldSpec[]
    totalInvestment?: number | undefined
  },
): Issue[] {
  const rows = [
    ...rowIssues(plan, 'tasks', specs.tasks, stage),
    ...rowsAt(plan, 'tasks').flatMap((row, index) =>
      orderIssues(row, 'planStart', 'planEnd', `tasks.${index}.`),
    ),
    ...rowIssues(plan, 'milestones', specs.milestones, stage),
    ...rowIssues(plan, 'investmentPlan', specs.investments, stage),
  ]
  if (stage === 'draft') return rows
  const count = rowsAt(plan, 'milestones').length
  return [
    ...rows,
    ...(count > 0 && count < LEAST_ROWS
      ? [error('M-007', 'milestones', `至少填写 ${LEAST_ROWS} 项，现有 ${count} 项`)]
      : []),
    ...investmentIssues(plan, specs.totalInvestment),
  ]
}

/** Checks the length of a brief's body. */
export function checkPilotBrief(brief: RecordValues, stage: Stage): Issue[] {
  const words = countWords(textAt(brief, 'content'))
  if (stage === 'draft' || words === 0) return []
  const { min, max } = BRIEF_WORDS
  if (words < min) return [error('M-009', 'content', `${words} / ${min}–${max} 字，还需 ${min - words} 字`)]
  if (words > max) return [error('M-009', 'content', `${words} / ${min}–${max} 字，超出 ${words - max} 字`)]
  return []
}
