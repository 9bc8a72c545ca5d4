import {
  AbortedError,
  type AnyXinchuError,
  failureMessages,
  isXinchuError,
  NetworkError,
  TimeoutError,
} from '../errors.ts'
import type { Session } from '../session/session.ts'
import { assertReplayable, isReplayable, opened, sizeOf } from './body.ts'
import { Deadline, unlessAborted } from './deadline.ts'
import { Gate } from './gate.ts'
import type { LiteRequest } from './lite-request.ts'
import { requestId } from './random-id.ts'
import { isJson, isRefused, rebuilt } from './reply.ts'
import { delayBefore, pause, type RetryOptions, retryAfterMs } from './retry.ts'
import type { CallInfo, Exchange, Hooks, Timeouts } from './types.ts'
import { sendByXhr } from './xhr.ts'

export interface TransportOptions {
  fetch: typeof globalThis.fetch
  timeouts: Timeouts
  retry: RetryOptions
  hooks: Hooks
  maxConcurrency: number
}

// Calls that make or end a session: they neither wait for a refresh nor cause one.
const WITHOUT_SESSION = /\/auth\/(?:login|refresh|logout|code)(?:\?|$)/

const RETRYABLE_STATUS = new Set([429, 503])
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

interface Job {
  request: LiteRequest
  exchange: Exchange
  usesSession: boolean
}

interface Outcome {
  response: Response
  /** The token to send instead, where the one that was sent was refused. */
  replacement?: Promise<string>
}

/** The typed form of whatever ended a call before its reply was complete. */
export function failureOf(cause: unknown, exchange: Exchange, method: string): AnyXinchuError {
  if (isXinchuError(cause)) return cause
  const details = { cause, requestId: exchange.requestId, method, url: exchange.path }
  if (exchange.deadline.ended === 'aborted') return new AbortedError('请求已取消', details)
  if (exchange.deadline.ended === 'timeout') return new TimeoutError(failureMessages.timeout, details)
  return new NetworkError(failureMessages.unreachable, details)
}

/** The `fetch` under openapi-fetch: session, one refresh for all, replay, time-outs and repetition. */
export class Transport {
  readonly #options: TransportOptions
  readonly #session: () => Session
  readonly #gate: Gate

  constructor(options: TransportOptions, session: () => Session) {
    this.#options = options
    this.#session = session
    this.#gate = new Gate(options.maxConcurrency)
  }

  async fetch(request: LiteRequest): Promise<Response> {
    const exchange = request.exchange ?? this.#rawExchange(request)
    request.headers.set('X-Request-Id', exchange.requestId)
    const usesSession = !request.headers.has('Authorization') && !WITHOUT_SESSION.test(request.url)
    try {
      return await this.#withRetries({ request, exchange, usesSession })
    } catch (cause) {
      const error = failureOf(cause, exchange, request.method)
      if (!request.exchange) this.#options.hooks.onError?.(error)
      throw error
    }
  }

  #rawExchange({ url, body, signal }: LiteRequest): Exchange {
    const { ordinary, file } = this.#options.timeouts
    const path = url.replace(/^\w+:\/\/[^/]*/, '').replace(/\?.*/, '')
    const deadline = new Deadline(body instanceof FormData ? file : ordinary, signal)
    return { path, requestId: requestId(), deadline, reply: 'raw' }
  }

  async #withRetries(job: Job): Promise<Response> {
    const { request, exchange } = job
    const isSafe = SAFE_METHODS.has(request.method) || request.headers.has('Idempotency-Key')
    const times = isSafe && isReplayable(request.body) ? this.#options.retry.times : 0
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#withReplay(job, attempt).catch((error: unknown) => {
        if (error instanceof NetworkError) return error
        throw error
      })
      const isFailure = outcome instanceof NetworkError
      const isPassing = isFailure || RETRYABLE_STATUS.has(outcome.status)
      const delay = isPassing && attempt < times ? this.#delayBefore(attempt, outcome) : undefined
      if (delay === undefined || delay >= exchange.deadline.left) {
        if (isFailure) throw outcome
        return outcome
      }
      await pause(delay, exchange.deadline.signal)
    }
  }

  #delayBefore(attempt: number, outcome: Response | NetworkError): number {
    const asked =
      outcome instanceof NetworkError ? undefined : retryAfterMs(outcome.headers.get('retry-after'))
    return delayBefore(attempt, asked, this.#options.retry)
  }

  /** One try and, when its token was refused and could be replaced, one replay. */
  async #withReplay(job: Job, attempt: number): Promise<Response> {
    const { signal } = job.exchange.deadline
    const session = this.#session()
    const first = await this.#once(job, attempt, async () =>
      job.usesSession ? unlessAborted(session.token(), signal) : undefined,
    )
    if (!first.replacement) return first.response
    assertReplayable(job.request.body)
    const token = await unlessAborted(first.replacement, signal)
    const second = await this.#once(job, attempt, async () => token, false)
    return second.response
  }

  /**
   * One request and its reply. The token is asked for when it is this request's turn, not when it queues;
   * a refused token is told before the next request has its turn.
   */
  async #once(
    { request, exchange, usesSession }: Job,
    attempt: number,
    token: () => Promise<string | undefined>,
    mayReplace = usesSession,
  ): Promise<Outcome> {
    const { path, requestId, deadline } = exchange
    const info: CallInfo = { method: request.method, path, url: request.url, requestId, attempt }
    // A refresh must not queue behind the calls that wait for it.
    if (usesSession) await this.#gate.enter(deadline.signal)
    try {
      const sent = await token()
      const started = performance.now()
      this.#options.hooks.onRequest?.(info)
      const response = await this.#transmit(request, exchange, sent)
      const { status } = response
      this.#options.hooks.onResponse?.({ ...info, status, durationMs: performance.now() - started })
      if (!mayReplace || sent === undefined || !isRefused(response, exchange)) {
        return { response: rebuilt(response, exchange) }
      }
      const replacement = this.#session().replace(sent)
      // Whoever leaves the queue does not wait for the outcome.
      replacement.catch(() => undefined)
      return { response: rebuilt(response, exchange), replacement }
    } finally {
      if (usesSession) this.#gate.leave()
    }
  }

  /** Sends, and reads as much of the reply as decides what becomes of the call. */
  async #transmit(
    request: LiteRequest,
    exchange: Exchange,
    authorization: string | undefined,
  ): Promise<Response> {
    const { deadline, reply } = exchange
    exchange.text = undefined
    try {
      const response = await this.#send(request, exchange, authorization)
      const isText = reply === 'json' || reply === 'none' || (reply === 'file' && isJson(response))
      if (isText || !response.ok) exchange.text = await response.text()
      else if (reply === 'raw' && !isJson(response)) deadline.extend(this.#options.timeouts.file)
      return response
    } catch (cause) {
      throw failureOf(cause, exchange, request.method)
    }
  }

  async #send(request: LiteRequest, exchange: Exchange, authorization: string | undefined) {
    const { url, method } = request
    const { deadline, onUpload } = exchange
    const body = opened(request.body)
    const headers = new Headers(request.headers)
    if (authorization !== undefined) headers.set('Authorization', authorization)
    if (onUpload && body && !(body instanceof ReadableStream) && typeof XMLHttpRequest === 'function') {
      return sendByXhr(url, { method, headers, body, signal: deadline.signal }, onUpload)
    }
    const init: RequestInit & { duplex?: 'half' } = { ...request.init, headers, signal: deadline.signal }
    if (body !== undefined) init.body = body
    if (body instanceof ReadableStream) init.duplex = 'half'
    const response = await this.#options.fetch(url, init)
    const size = onUpload && sizeOf(request.body)
    if (onUpload && size !== undefined) onUpload(size, size)
    return response
  }
}
