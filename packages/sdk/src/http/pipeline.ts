import {
  AbortedError,
  type AnyXinchuError,
  failureMessages,
  isXinchuError,
  NetworkError,
  TimeoutError,
} from '../errors.ts'
import type { Session } from '../session/session.ts'
import { assertReplayable, isReplayable, opened } from './body.ts'
import { unlessAborted } from './deadline.ts'
import { Gate } from './gate.ts'
import { isJson, isRefused, refusalOf } from './reply.ts'
import { delayBefore, pause, type RetryOptions } from './retry.ts'
import type { Transport } from './transport.ts'
import type { CallInfo, Exchange, Hooks, Timeouts } from './types.ts'

export interface PipelineOptions {
  transport: Transport
  timeouts: Timeouts
  retry: RetryOptions
  hooks: Hooks
  maxConcurrency: number
}

// Calls that create or end a session, or that a log-in needs, neither wait for a refresh nor cause one.
const WITHOUT_SESSION = /\/(?:auth\/(?:login|refresh|logout|code(?:\/work)?)|api\/platform)(?:\?|$)/

interface Outcome {
  response: Response
  /** The token to replay with, if the one sent was refused. */
  replacement?: Promise<string>
}

/** Converts any cause of an interrupted call into a typed error. */
export function failureOf(cause: unknown, { requestId, method, path, deadline }: Exchange): AnyXinchuError {
  if (isXinchuError(cause)) return cause
  const details = { cause, requestId, method, url: path }
  if (deadline.ended === 'aborted') return new AbortedError('请求已取消', details)
  if (deadline.ended === 'timeout') return new TimeoutError(failureMessages.timeout, details)
  return new NetworkError(failureMessages.unreachable, details)
}

/** Sends a request: adds the session token, refreshes it once for all callers, replays, times out and retries. */
export class Pipeline {
  readonly #options: PipelineOptions
  readonly #session: () => Session
  readonly #gate: Gate

  constructor(options: PipelineOptions, session: () => Session) {
    this.#options = options
    this.#session = session
    this.#gate = new Gate(options.maxConcurrency)
  }

  /** Returns the reply, after one replay if the token was refused and after retries where they are safe. */
  async send(exchange: Exchange): Promise<Response> {
    const { url, headers, body, isRepeatable, isSafe, deadline } = exchange
    headers.set('X-Request-Id', exchange.requestId)
    const usesSession = !headers.has('Authorization') && !WITHOUT_SESSION.test(url)
    const mayRepeat = isRepeatable || isSafe || headers.has('Idempotency-Key')
    const retry = { ...this.#options.retry, ...exchange.call.retry }
    const times = mayRepeat && isReplayable(body) ? retry.times : 0
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#withReplay(exchange, usesSession, attempt).catch((error: unknown) => {
        if (isXinchuError(error)) return error
        throw error
      })
      const error = isXinchuError(outcome) ? outcome : refusalOf(outcome, exchange)
      if (error && attempt < times && !deadline.ended && retry.when(error)) {
        const delay = delayBefore(attempt, error.retryAfterMs, retry)
        if (delay < deadline.left) {
          await pause(delay, deadline.signal)
          continue
        }
      }
      if (isXinchuError(outcome)) throw outcome
      return outcome
    }
  }

  /** One try, and one replay if its token was refused and could be refreshed. */
  async #withReplay(exchange: Exchange, usesSession: boolean, attempt: number): Promise<Response> {
    if (!usesSession) return (await this.#once(exchange, attempt)).response
    const { body, deadline } = exchange
    const mustLast = !isReplayable(body)
    const session = this.#session()
    const { epoch } = session
    const own = () => unlessAborted(session.token(epoch, mustLast, exchange.isSafe), deadline.signal)
    const { response, replacement } = await this.#once(exchange, attempt, own, true)
    if (!replacement) return response
    assertReplayable(body)
    const token = await unlessAborted(replacement, deadline.signal)
    return (await this.#once(exchange, attempt, async () => token)).response
  }

  /**
   * One request and its reply. The token is read when the request leaves the queue, not when it enters it.
   * A refused token is reported before the next request leaves the queue.
   */
  async #once(
    exchange: Exchange,
    attempt: number,
    token?: () => Promise<string | undefined>,
    mayReplace = false,
  ): Promise<Outcome> {
    const { method, path, url, requestId, deadline } = exchange
    const { hooks } = this.#options
    const info: CallInfo = { method, path, url, requestId, attempt }
    // A refresh must not queue behind the calls that wait for it.
    if (token) await this.#gate.enter(deadline.signal)
    try {
      const sent = await token?.()
      if (sent !== undefined) exchange.headers.set('Authorization', sent)
      const started = performance.now()
      hooks.onRequest?.(info)
      const response = await this.#transmit(exchange)
      hooks.onResponse?.({ ...info, status: response.status, durationMs: performance.now() - started })
      if (!mayReplace || sent === undefined || !isRefused(response, exchange)) return { response }
      const replacement = this.#session().replace(sent, exchange.isSafe)
      // An aborted caller must not cause an unhandled rejection.
      replacement.catch(() => undefined)
      return { response, replacement }
    } finally {
      if (token) this.#gate.leave()
    }
  }

  /** Sends the request and reads enough of the reply to decide the call's outcome. */
  async #transmit(exchange: Exchange): Promise<Response> {
    const { url, method, headers, init, deadline, reply, call } = exchange
    exchange.text = undefined
    try {
      const body = opened(exchange.body)
      const { signal } = deadline
      const { transport, timeouts } = this.#options
      const response = await transport({ url, method, headers, body, signal, init, onUpload: call.onUpload })
      if (!response.ok || reply === 'json' || reply === 'none' || (reply === 'file' && isJson(response))) {
        exchange.text = await response.text()
      } else if (reply === 'raw' && !isJson(response)) deadline.extend(timeouts.file)
      return response
    } catch (cause) {
      throw failureOf(cause, exchange)
    }
  }
}
