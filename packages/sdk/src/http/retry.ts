import { unlessAborted } from './deadline.ts'

export interface RetryOptions {
  /** Maximum number of retries. */
  times: number
  /** Delay before the first retry in milliseconds; doubles each time, with jitter. */
  baseDelay: number
  /** Longest delay in milliseconds, even if the server requests more. */
  maxDelay: number
}

export const defaultRetry: RetryOptions = { times: 2, baseDelay: 300, maxDelay: 30_000 }

/** Parses a Retry-After header (seconds or a date) to milliseconds; undefined for anything else. */
export function retryAfterMs(header: string | null, now = Date.now()): number | undefined {
  if (!header) return undefined
  // A date contains letters. Date.parse alone would also accept "1, 2".
  const ms = /[a-z]/i.test(header) ? Date.parse(header) - now : Number(header) * 1_000
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** Milliseconds to wait before retry number `attempt`, from 0. */
export function delayBefore(attempt: number, asked: number | undefined, options: RetryOptions): number {
  const own = options.baseDelay * 2 ** attempt * (0.5 + Math.random() / 2)
  return Math.min(options.maxDelay, Math.max(own, asked ?? 0))
}

/** Waits; rejects at once if the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await unlessAborted(over, signal).finally(() => clearTimeout(timer))
}
