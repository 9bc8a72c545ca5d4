import type { ReviewWarning } from '@xinchu/sdk'
import { severityOf } from '@xinchu/validators'

/** Whether a warning has to be explained: hints need no reason. */
export const asksReason = ({ code = '' }: Pick<ReviewWarning, 'code'>): boolean => severityOf(code) !== 'hint'

/** A warning with the reason of its author, for reviewers. */
export function explainedText(warning: ReviewWarning): string {
  const { message, reason } = warning
  if (reason) return `${message}。企业说明：${reason}`
  return asksReason(warning) ? `${message}。企业未说明。` : `${message}。`
}
