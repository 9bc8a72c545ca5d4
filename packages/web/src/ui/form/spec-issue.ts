import type { Issue } from '@xinchu/validators'
import { shownAt } from './issues.ts'

// An issue travels as one text, so that a field is drawn again only when its words change.

/** Reads what a field shows from a form's state. */
export const issueReader =
  (name: string) =>
  ({ issues }: { issues: readonly Issue[] }): string => {
    const shown = shownAt(issues, name)
    return shown ? `${shown.level}:${shown.message}` : ''
  }

export const messageOf = (issue: string): string | undefined =>
  issue.slice(issue.indexOf(':') + 1) || undefined

export const levelOf = (issue: string): string => issue.slice(0, issue.indexOf(':'))
