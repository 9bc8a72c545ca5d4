import { AbortedError, type AnyXinchuError, failureMessages, isXinchuError } from '../errors.ts'
import { defaultRetry, delayBefore, isOfProxy, isStillRunning, pause } from '../http/retry.ts'

// With the delays between them about three minutes, in which a server is started again. More if the calls wait themselves.
const TRIES = 12
const NEVER = new AbortController().signal

/** Whether the same call may succeed later: the network, the session's refresh, the server's load, or the first of two that is still running. */
const isPassing = (error: AnyXinchuError) => {
  const { kind, status = 0 } = error
  return (
    kind === 'network' ||
    kind === 'timeout' ||
    kind === 'session-unavailable' ||
    status === 408 ||
    status === 429 ||
    // Nobody opens an operation or empties a disk in the meantime.
    (status >= 500 && status !== 501 && status !== 507) ||
    isStillRunning(error)
  )
}

/** Waits, and rejects with the error of an aborted call. */
export const wait = (ms: number, signal: AbortSignal = NEVER): Promise<void> =>
  pause(ms, signal).catch((cause: unknown) => {
    throw new AbortedError(failureMessages.aborted, { cause })
  })

/**
 * Makes a call that may be made twice until it succeeds, or for some minutes.
 * @param onFailure told of each failure before the next try
 */
export async function patiently<T>(
  call: () => Promise<T>,
  signal?: AbortSignal,
  onFailure?: (error: AnyXinchuError) => void,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (!isXinchuError(error) || !isPassing(error) || isOfProxy(error) || attempt + 1 === TRIES) throw error
      onFailure?.(error)
      await wait(delayBefore(attempt, error.retryAfterMs, defaultRetry), signal)
    }
  }
}
