import type { Issue, RecordValues } from '../record.ts'
import { belongingIssues } from './belongs.ts'
import { dateIssues } from './dates.ts'
import { hybridIssues } from './hybrid.ts'
import { type PlaceBoxes, placeIssues } from './place-boxes.ts'
import { plausibilityIssues } from './plausibility.ts'

const NO_BOXES: PlaceBoxes = new Map()

/**
 * Checks a project across fields. `checkRecord` checks each field by itself.
 * @param today the current day in Beijing, yyyy-MM-dd
 * @param boxes boxes of divisions, from `@xinchu/validators/place-boxes`; without them the place is not checked
 */
export function checkProject(project: RecordValues, today: string, boxes: PlaceBoxes = NO_BOXES): Issue[] {
  return [
    ...belongingIssues(project),
    ...hybridIssues(project),
    ...dateIssues(project, today),
    ...plausibilityIssues(project),
    ...placeIssues(project, boxes),
  ]
}
