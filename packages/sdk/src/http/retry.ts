import { unlessAborted } from './deadline.ts'

export interface RetryOptions {
  /** How often a call is sent again at the most. */
  times: number
  /** Milliseconds before the first repetition; doubles each time, with jitter. */
  baseDelay: number
  /** The longest wait in milliseconds, also where the server asks for more. */
  maxDelay: number
}

export const defaultRetry: RetryOptions = { times: 2, baseDelay: 300, maxDelay: 30_000 }

/** The milliseconds of a Retry-After header, in seconds or as a date; undefined for anything else. */
export function retryAfterMs(header: string | null, now = Date.now()): number | undefined {
  if (!header) return undefined
  // A date has letters; Date.parse would also read "1, 2" and the like.
  const ms = /[a-z]/i.test(header) ? Date.parse(header) - now : Number(header) * 1_000
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** Milliseconds to wait before repetition number `attempt`, from 0. */
export function delayBefore(attempt: number, asked: number | undefined, options: RetryOptions): number {
  const own = options.baseDelay * 2 ** attempt * (0.5 + Math.random() / 2)
  return Math.min(options.maxDelay, Math.max(own, asked ?? 0))
}

/** Waits, unless the signal ends the wait at once. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await unlessAborted(over, signal).finally(() => clearTimeout(timer))
}
