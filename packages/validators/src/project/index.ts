import type { Issue, RecordValues } from '../record.ts'
import { belongingIssues } from './belongs.ts'
import { dateIssues } from './dates.ts'
import { hybridIssues } from './hybrid.ts'
import { plausibilityIssues } from './plausibility.ts'

/**
 * What is wrong between the fields of a project; each field by itself is `checkRecord`'s.
 * @param today the current day in Beijing, yyyy-MM-dd
 */
export function checkProject(project: RecordValues, today: string): Issue[] {
  return [
    ...belongingIssues(project),
    ...hybridIssues(project),
    ...dateIssues(project, today),
    ...plausibilityIssues(project),
  ]
}
