import type { Issue, RecordValues } from '../record.ts'
import { belongingIssues } from './belongs.ts'
import { dateIssues } from './dates.ts'
import { hybridIssues } from './hybrid.ts'
import { plausibilityIssues } from './plausibility.ts'

/**
 * Checks a project across fields. `checkRecord` checks each field by itself.
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
