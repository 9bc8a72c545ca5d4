import { RESTATEMENT_REASON } from '@xinchu/validators'
import { malformed, missing } from '../../errors.ts'

/**
 * The reason that a request gives for a revision of published figures.
 * @throws HttpError 400 without one, or with too few characters
 */
export function reasonOf({ reason }: { reason?: string | undefined }): string {
  const given = reason?.trim() ?? ''
  if (given === '') throw missing('reason', '修订原因')
  const { least } = RESTATEMENT_REASON
  if ([...given].length < least) throw malformed(`修订原因：至少 ${least} 个字`, 'reason')
  return given
}
