import { isXinchuError } from '../errors.ts'
import type { messages } from '../gen/resources.ts'
import { delayBefore, pause } from '../http/retry.ts'
import { type ServerEvent, serverEvents } from './events.ts'

type UnreadCalls = Pick<ReturnType<typeof messages>, 'streamUnreadCount'>

export interface UnreadOptions {
  /** Ends the following. */
  signal: AbortSignal
  /** The number of unread messages: at first, and each time that it has changed. */
  onCount(count: number): void
  /** Whether the server tells of changes by itself; while it does not, the caller may ask from time to time. */
  onLive?(isLive: boolean): void
  /** Milliseconds before the first new connection; doubles each time, with jitter. 2,000 by default. */
  baseDelay?: number
  /** The longest wait for a new connection, ms; 60,000 by default. */
  maxDelay?: number
  /** Milliseconds without a word after which a connection counts as dead; 45,000 by default, three heartbeats. */
  silence?: number
}

const SILENCE_MS = 45_000

// No other try changes these: the session is over, or the server has no such stream.
const FINAL = new Set(['session-expired', 'unauthenticated', 'forbidden', 'not-found', 'not-implemented'])

const isFinal = (failure: unknown) => isXinchuError(failure) && FINAL.has(failure.kind)

const askedDelay = (failure: unknown) =>
  isXinchuError(failure) && failure.kind === 'rate-limit' ? failure.retryAfterMs : undefined

function countOf({ event, data }: ServerEvent): number | undefined {
  if (event !== 'unread') return undefined
  const { count } = JSON.parse(data) as { count?: unknown } // checked at once
  return typeof count === 'number' ? count : undefined
}

/** One connection, until it ends or falls silent. */
async function listen(calls: UnreadCalls, options: UnreadOptions): Promise<void> {
  const { signal, onCount, onLive, silence = SILENCE_MS } = options
  const connection = new AbortController()
  const close = () => connection.abort()
  signal.addEventListener('abort', close, { once: true })
  let timer = setTimeout(close, silence)
  try {
    const response = await calls.streamUnreadCount({ signal: connection.signal })
    for await (const event of serverEvents(response)) {
      clearTimeout(timer)
      timer = setTimeout(close, silence)
      const count = countOf(event)
      if (count === undefined) continue
      onLive?.(true)
      onCount(count)
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', close)
    onLive?.(false)
  }
}

/**
 * Follows the number of unread messages as the server tells of it, over as many connections as it takes. Resolves when the
 * signal ends it, when the session is over, or when the server offers no such stream.
 */
export async function followUnread(calls: UnreadCalls, options: UnreadOptions): Promise<void> {
  const { signal, baseDelay = 2_000, maxDelay = 60_000, silence = SILENCE_MS } = options
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const began = performance.now()
    const failure: unknown = await listen(calls, options).catch((error: unknown) => error)
    if (isFinal(failure)) return
    // It has lasted: what ended it has nothing to do with the tries before.
    if (performance.now() - began > silence) attempt = 0
    const delay = delayBefore(attempt, askedDelay(failure), { times: attempt, baseDelay, maxDelay })
    await pause(delay, signal).catch(() => undefined)
  }
}
