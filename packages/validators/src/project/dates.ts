import { codes, messages } from '../messages.ts'
import type { Issue, RecordValues } from '../record.ts'
import { dateOrder } from '../rules/date.ts'
import { error, textAt } from '../values.ts'

// In chronological order.
const MILESTONES = ['startDate', 'gridDate', 'commissionDate', 'stopDate', 'retireDate']

/** Checks that actual dates and planned dates are in order, and that the filing date is not in the future. */
export function dateIssues(project: RecordValues, today: string): Issue[] {
  const issues: Issue[] = []
  let last: string | undefined
  for (const field of MILESTONES) {
    const value = textAt(project, field)
    if (dateOrder(last, value)) issues.push(error(codes.dateOrder, field, messages.dateOrder))
    else last = value ?? last
  }
  if (dateOrder(textAt(project, 'planStartDate'), textAt(project, 'planGridDate'))) {
    issues.push(error(codes.dateOrder, 'planGridDate', messages.dateOrder))
  }
  if (dateOrder(textAt(project, 'recordDate'), textAt(project, 'terminateDate'))) {
    issues.push(error(codes.dateOrder, 'terminateDate', messages.dateOrder))
  }
  if (dateOrder(textAt(project, 'recordDate'), today))
    issues.push(error('P-006', 'recordDate', '备案日期不能晚于今天'))
  return issues
}
