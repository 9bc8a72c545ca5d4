import type { Quarter } from '@xinchu/validators'
import { momentOf } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { catalogue, type ValuesOf } from '../messages/catalogue.ts'
import { projectsNamed, textInHtml } from '../messages/html.ts'

/** Deadlines of a quarter's reports: of their authors and of their reviewers. */
export interface ReportDeadlines {
  enterprise: string
  province: string
}

/** Messages to authors and to reviewers. */
export type ReminderCode = 'usage.due' | 'usage.review-due'

export const isOfReview = (code: ReminderCode): boolean => code === 'usage.review-due'

/** What a message about a quarter says to all its recipients. */
export function valuesOf(
  code: ReminderCode,
  { year, quarter }: Quarter,
  { enterprise, province }: ReportDeadlines,
  now: Date,
): ValuesOf<ReminderCode> {
  const deadline = isOfReview(code) ? province : enterprise
  return { year, quarter, deadline, isOver: momentOf(deadline) < now }
}

/** The message to one office about its stations, in HTML. */
export function textTo(
  code: ReminderCode,
  values: ValuesOf<ReminderCode>,
  { names, project_ids }: { names: readonly string[]; project_ids: readonly number[] },
  user: Caller,
): string {
  const named = projectsNamed(names, project_ids.length)
  return textInHtml([...catalogue[code].text(values), ...named, user.orgName])
}
