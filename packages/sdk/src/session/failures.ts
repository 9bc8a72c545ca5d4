import { failureMessages, isXinchuError, SessionExpiredError, SessionUnavailableError } from '../errors.ts'
import { ownStatusOf } from '../http/reply.ts'

export function expired(cause?: unknown): SessionExpiredError {
  return new SessionExpiredError(failureMessages.expired, { status: 401, cause })
}

/** Error for calls while the platform cannot confirm the session. Errors of the caller's own code pass unchanged. */
export function unavailable(cause: unknown, first = cause): unknown {
  if (!isXinchuError(cause) || cause.kind === 'session-unavailable') return cause
  const { retryAfterMs } = cause
  return new SessionUnavailableError(failureMessages.unavailable, { cause: first, retryAfterMs })
}

/** Whether the platform has decided, so that another try is in vain. Anything else may pass. */
export function isRefusal(cause: unknown): boolean {
  if (!isXinchuError(cause)) return false
  const { kind, status = 0, body } = cause
  if (status === 401) return kind !== 'malformed'
  return (status === 400 || status === 403) && ownStatusOf(body) === status
}
