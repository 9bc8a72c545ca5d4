import type { Issue } from '@xinchu/validators'
import { shownAt } from './issues.ts'

// An issue is encoded as one text, so that a field renders again only when the text changes.

/** Reads a field's issue from a form's state. */
export const issueReader =
  (name: string) =>
  ({ issues }: { issues: readonly Issue[] }): string => {
    const shown = shownAt(issues, name)
    return shown ? `${shown.level}:${shown.code ?? ''}:${shown.message}` : ''
  }

export const messageOf = (issue: string): string | undefined =>
  issue.slice(issue.indexOf(':', issue.indexOf(':') + 1) + 1) || undefined

/** The rule of the issue. */
export const codeOf = (issue: string): string | undefined => issue.split(':', 2)[1] || undefined

export const levelOf = (issue: string): string => issue.slice(0, issue.indexOf(':'))
