import type { AnyXinchuError } from '../errors.ts'
import { unlessAborted } from './deadline.ts'

/**
 * Retries of calls that may be sent twice: calls that only read, and calls with an idempotency key. No option makes another
 * call be sent twice.
 */
export interface RetryOptions {
  /**
   * Maximum number of retries. Not counted are those after a 503 with `Retry-After`, and while the first call of the same
   * idempotency key still runs: they go on until the call's time-out. 0 is for none at all.
   */
  times: number
  /** Delay before the first retry in milliseconds; doubles each time, with jitter. */
  baseDelay: number
  /** Longest delay of its own in milliseconds. A longer `Retry-After` is kept in full, or the call fails at once. */
  maxDelay: number
  /** Whether another try may help. Default: failures of the network other than a proxy's 407, and status 408, 429, 502, 503 and 504, and the code W-039. */
  when: (error: AnyXinchuError) => boolean
}

/** Whether the first call with the same key still runs: another try brings its reply. */
export const isStillRunning = ({ code }: AnyXinchuError): boolean => code === 'W-039'

/** Whether the platform says when it will serve the call. Such tries are not counted: they last until the call's deadline. */
export const isPromised = (error: AnyXinchuError): boolean =>
  error.retryAfterMs !== undefined && (error.status === 503 || isStillRunning(error))

/** Whether a proxy wants to be signed on to, for the call or for a log-in on its way. It would refuse another try as well. */
export const isOfProxy = (error: unknown): boolean => {
  const { status, cause } = Object(error)
  return status === 407 || (cause !== undefined && isOfProxy(cause))
}

export const defaultRetry: RetryOptions = {
  times: 2,
  baseDelay: 300,
  maxDelay: 30_000,
  when: (error) =>
    (error.kind === 'network' || /^(408|429|50[234])$/.test(`${error.status}`) || isStillRunning(error)) &&
    !isOfProxy(error),
}

/** Parses a Retry-After header (seconds or a date) to milliseconds; undefined for anything else. */
export function retryAfterMs(header: string | null, now = Date.now()): number | undefined {
  if (!header) return undefined
  // A date contains letters. Date.parse alone would also accept "1, 2".
  const ms = /[a-z]/i.test(header) ? Date.parse(header) - now : Number(header) * 1_000
  if (ms >= 0) return ms
  return ms < 0 ? 0 : undefined
}

/** Milliseconds to wait before retry number `attempt`, from 0. */
export function delayBefore(
  attempt: number,
  asked: number | undefined,
  { baseDelay, maxDelay }: Pick<RetryOptions, 'baseDelay' | 'maxDelay'>,
): number {
  const own = baseDelay * 2 ** attempt * (0.5 + Math.random() / 2)
  return Math.max(Math.min(maxDelay, own), asked ?? 0)
}

/** Waits; rejects at once if the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  return unlessAborted(over, signal).finally(() => clearTimeout(timer))
}

/** Options with the defaults of those that are missing or undefined. */
export function withDefaults<T extends object>(defaults: T, given: Partial<T> = {}): T {
  const all = { ...defaults }
  for (const name in given) all[name] = given[name] ?? all[name]
  return all
}
