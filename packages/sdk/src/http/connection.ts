import {
  AbortedError,
  type AnyXinchuError,
  failureMessages,
  isXinchuError,
  NetworkError,
  TimeoutError,
} from '../errors.ts'
import { isPromise, type MaybePromise } from '../maybe-promise.ts'
import type { Session } from '../session/session.ts'
import { assertReplayable, isReplayable, opened } from './body.ts'
import { unlessAborted } from './deadline.ts'
import { exchangeOf } from './exchange-of.ts'
import { Gate } from './gate.ts'
import { observe } from './observe.ts'
import { detailsOf, fileOf, isRefused, isText, readReply } from './reply.ts'
import { delayBefore, pause, type RetryOptions } from './retry.ts'
import type { Transport } from './transport.ts'
import type {
  CallInfo,
  CallOptions,
  Exchange,
  GivenHeaders,
  Hooks,
  Http,
  Operation,
  Timeouts,
} from './types.ts'

export interface ConnectionOptions {
  /** Without a slash at its end; empty or a path for the page's own origin. */
  baseUrl: string
  transport: Transport
  timeouts: Timeouts
  retry: RetryOptions
  hooks: Hooks
  maxConcurrency: number
  headers: ((request: CallInfo) => GivenHeaders | Promise<GivenHeaders>) | undefined
}

// Calls that create or end a session, or that a log-in needs, neither wait for a refresh nor cause one, nor for a place in
// the queue, where other calls may be waiting for them.
const WITHOUT_SESSION = /\/(auth\/(login|refresh|logout|code(\/work)?)|api\/platform)(\?|$)/

/** The typed error of an interrupted call. Anything else that is thrown on its way is the caller's own, such as by his store. */
function failureOf(cause: unknown, exchange: Exchange, isSending = false): unknown {
  const { ended, signal } = exchange.deadline
  if (isXinchuError(cause) || !(ended || isSending)) return cause
  const details = { ...detailsOf(exchange), cause: ended ? signal.reason : cause }
  if (ended === 'aborted') return new AbortedError(failureMessages.aborted, details)
  return ended
    ? new TimeoutError(failureMessages.timeout, details)
    : new NetworkError(failureMessages.unreachable, details)
}

/**
 * Sends operations and turns refusals into typed errors: adds the session token, refreshes it once for all callers, replays,
 * times out and retries.
 */
export class Connection implements Http {
  readonly #options: ConnectionOptions
  readonly #session: () => Session
  readonly #gate: Gate

  constructor(options: ConnectionOptions, session: () => Session) {
    this.#options = options
    this.#session = session
    this.#gate = new Gate(options.maxConcurrency, options.timeouts.queue)
  }

  send = async <T>(operation: Operation, call: CallOptions = {}): Promise<T> => {
    const { baseUrl, timeouts, hooks } = this.#options
    const isResting = () => this.#session().isAsking
    const exchange = exchangeOf(operation, call, baseUrl, timeouts, isResting)
    const { deadline, reply } = exchange
    let isOpen = false
    try {
      const value = await this.#withRetries(exchange)
      isOpen = exchange.text === undefined && (reply === 'stream' || reply === 'raw')
      // A stream starts with its headers and has no end, so the deadline stops here.
      if (isOpen && reply === 'stream') deadline.lift()
      // The contract defines the reply of this operation; the generated caller names its type.
      return value as T
    } catch (cause) {
      const error = failureOf(cause, exchange)
      if (isXinchuError(error) && !(operation.isQuiet || call.isQuiet)) {
        if (error.kind === 'forbidden') observe(() => hooks.onForbidden?.(error))
        observe(() => hooks.onError?.(error))
      }
      throw error
    } finally {
      // The caller's signal still ends an open stream.
      if (!isOpen) deadline.release()
    }
  }

  /** Returns what the reply says, after one replay if the token was refused and after retries where they are safe. */
  async #withRetries(exchange: Exchange): Promise<unknown> {
    const { url, headers, body, isRepeatable, isSafe, deadline, call } = exchange
    headers.set('X-Request-Id', exchange.requestId)
    const usesSession = !headers.has('Authorization') && !WITHOUT_SESSION.test(url)
    const mayRepeat = isRepeatable || isSafe || headers.has('Idempotency-Key')
    const retry = withDefaults(this.#options.retry, call.retry)
    const times = mayRepeat && isReplayable(body) ? retry.times : 0
    for (let attempt = 0; ; attempt++) {
      exchange.replacement = undefined
      exchange.attempt = attempt
      let response: Response | undefined
      let value: unknown
      let error: AnyXinchuError | undefined
      try {
        response = await this.#withReplay(exchange, usesSession)
        value = readReply(response, exchange)
      } catch (cause) {
        if (!isXinchuError(cause)) throw cause
        error = cause
      }
      if (error && attempt < times && !deadline.ended && retry.when(error)) {
        const delayMs = delayBefore(attempt, error.retryAfterMs, retry)
        if (delayMs < deadline.left) {
          observe(() => this.#options.hooks.onRetry?.({ ...infoOf(exchange), delayMs, error }))
          await pause(delayMs, deadline.signal)
          continue
        }
      }
      // The caller of a raw reply reads refusals too.
      if (response && error && exchange.reply === 'raw') return new Response(exchange.text || null, response)
      if (error) throw error
      return value
    }
  }

  /** One try, and one replay if its token was refused and could be refreshed. */
  async #withReplay(exchange: Exchange, usesSession: boolean): Promise<Response> {
    if (!usesSession) return this.#once(exchange)
    const { body, deadline } = exchange
    const session = this.#session()
    const { generation } = session
    const own = () => session.token(generation, !isReplayable(body), exchange.isSafe)
    const response = await this.#once(exchange, own)
    const { replacement } = exchange
    if (!replacement) return response
    assertReplayable(body)
    const token = await session.awaited(replacement, deadline)
    return this.#once(exchange, () => token)
  }

  /**
   * One request and its reply. The token is read when the request leaves the queue, not when it enters it.
   * A refused token is reported before the next request leaves the queue, unless it is a replacement itself.
   */
  async #once(exchange: Exchange, token?: () => MaybePromise<string | undefined>): Promise<Response> {
    const { url, deadline, headers, isSafe } = exchange
    const { hooks, headers: given } = this.#options
    const session = this.#session()
    // A refresh or log-in must not queue behind the calls that wait for it.
    const isQueued = token || !(WITHOUT_SESSION.test(url) || session.isAsking)
    if (isQueued) await this.#gate.enter(deadline)
    try {
      deadline.run()
      const kept = token?.()
      // Most stores answer at once, and then there is nothing to wait for.
      const sent = isPromise(kept) ? await session.awaited(kept, deadline) : kept
      if (sent !== undefined) headers.set('Authorization', sent)
      const all = given ? await withGiven(headers, () => given(infoOf(exchange)), deadline.signal) : headers
      const started = performance.now()
      observe(() => hooks.onRequest?.(infoOf(exchange)))
      const response = await this.#transmit(exchange, all)
      const { status } = response
      const durationMs = performance.now() - started
      // Spreading costs more than the rest of this.
      observe(() => hooks.onResponse?.(Object.assign(infoOf(exchange), { status, durationMs })))
      if (!exchange.replacement && sent !== undefined && isRefused(response, exchange)) {
        exchange.replacement = session.replace(sent, isSafe)
        // An aborted caller must not cause an unhandled rejection.
        exchange.replacement.catch(() => undefined)
      }
      return response
    } finally {
      if (isQueued) this.#gate.leave()
    }
  }

  /** Sends the request and reads the reply, except for streams, which the caller reads. */
  async #transmit(exchange: Exchange, headers: Headers): Promise<Response> {
    const { url, method, init, deadline, reply, call } = exchange
    const { transport, timeouts } = this.#options
    const { signal } = deadline
    const { onUpload } = call
    exchange.text = undefined
    const body = opened(exchange.body)
    exchange.attempts += 1
    const told =
      onUpload && ((...progress: [number, number | undefined]) => observe(() => onUpload(...progress)))
    try {
      const response = await transport({ url, method, headers, body, signal, init, onUpload: told })
      const isLong = response.ok && !isText(response)
      if (isLong && reply === 'file') exchange.file = await fileOf(response, call)
      else if (isLong && reply === 'raw') deadline.extend(timeouts.file)
      else if (!response.ok || (reply !== 'raw' && reply !== 'stream')) exchange.text = await response.text()
      return response
    } catch (cause) {
      throw failureOf(cause, exchange, true)
    }
  }
}

/** A call's headers, and those of the client's option, which replace none of them. */
async function withGiven(
  headers: Headers,
  given: () => GivenHeaders | Promise<GivenHeaders>,
  signal: AbortSignal,
): Promise<Headers> {
  const all = new Headers(await unlessAborted(Promise.resolve(given()), signal))
  for (const [name, value] of headers) all.set(name, value)
  return all
}

const infoOf = ({ method, path, url, requestId, attempt }: Exchange): CallInfo => ({
  method,
  path,
  url,
  requestId,
  attempt,
})

/** Options with the defaults of those that are missing or undefined. */
export function withDefaults<T extends object>(defaults: T, given: Partial<T> = {}): T {
  const all = { ...defaults }
  for (const name in given) all[name] = given[name] ?? all[name]
  return all
}
