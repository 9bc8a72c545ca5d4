import { isXinchuError } from '../errors.ts'
import type { messages } from '../gen/resources.ts'
import { delayBefore, pause } from '../http/retry.ts'
import { type ServerEvent, serverEvents } from './events.ts'

type UnreadCalls = Pick<ReturnType<typeof messages>, 'streamUnreadCount' | 'streamRecords'>

export interface UnreadOptions {
  /** Stops following. */
  signal: AbortSignal
  /** Called with the number of unread messages: once at the start and on each change. */
  onCount(count: number): void
  /** Records that a page shows, such as `PROJECT:1447`; at most 20. */
  watch?: readonly string[]
  /** Called with one of these records after each step on it that the user may learn of. */
  onRecord?(watch: string): void
  /** Called when the stream becomes live or is lost. While it is not live, the caller may poll. */
  onLive?(isLive: boolean): void
  /** Delay before the first reconnect in milliseconds; doubles each time, with jitter. Default 2,000. */
  baseDelay?: number
  /** Longest reconnect delay in milliseconds. Default 60,000. */
  maxDelay?: number
  /** Milliseconds of silence after which a connection counts as dead. Default 45,000, three heartbeats. */
  silence?: number
}

const SILENCE_MS = 45_000

// Retrying cannot help: the session is over, or the server has no such stream.
const FINAL = new Set(['session-expired', 'unauthenticated', 'forbidden', 'not-found', 'not-implemented'])

const isFinal = (failure: unknown) => isXinchuError(failure) && FINAL.has(failure.kind)

const askedDelay = (failure: unknown) =>
  isXinchuError(failure) && failure.kind === 'rate-limit' ? failure.retryAfterMs : undefined

function countOf({ event, data }: ServerEvent): number | undefined {
  if (event !== 'unread') return undefined
  const { count } = JSON.parse(data) as { count?: unknown } // checked at once
  return typeof count === 'number' ? count : undefined
}

function recordOf({ event, data }: ServerEvent): string | undefined {
  if (event !== 'record') return undefined
  const { watch } = JSON.parse(data) as { watch?: unknown } // checked at once
  return typeof watch === 'string' ? watch : undefined
}

const connect = (calls: UnreadCalls, watch: readonly string[], signal: AbortSignal) =>
  watch.length > 0
    ? calls.streamRecords({ watch: [...watch] }, { signal })
    : calls.streamUnreadCount({ signal })

/** Reads one connection until it ends or goes silent. */
async function listen(calls: UnreadCalls, options: UnreadOptions): Promise<void> {
  const { signal, watch = [], onCount, onRecord, onLive, silence = SILENCE_MS } = options
  const connection = new AbortController()
  const close = () => connection.abort()
  signal.addEventListener('abort', close, { once: true })
  let timer = setTimeout(close, silence)
  try {
    const response = await connect(calls, watch, connection.signal)
    for await (const event of serverEvents(response)) {
      clearTimeout(timer)
      timer = setTimeout(close, silence)
      const record = recordOf(event)
      if (record !== undefined) onRecord?.(record)
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
 * Follows the number of unread messages by server-sent events, reconnecting as needed. Resolves when the signal aborts,
 * the session ends, or the server offers no such stream.
 */
export async function followUnread(calls: UnreadCalls, options: UnreadOptions): Promise<void> {
  const { signal, baseDelay = 2_000, maxDelay = 60_000, silence = SILENCE_MS } = options
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const began = performance.now()
    const failure: unknown = await listen(calls, options).catch((error: unknown) => error)
    if (isFinal(failure)) return
    // The connection lasted, so the backoff starts over.
    if (performance.now() - began > silence) attempt = 0
    const delay = delayBefore(attempt, askedDelay(failure), { baseDelay, maxDelay })
    await pause(delay, signal).catch(() => undefined)
  }
}
