import {
  AbortedError,
  type AnyXinchuError,
  failureMessages,
  isXinchuError,
  NetworkError,
  RateLimitError,
  TimeoutError,
} from '../errors.ts'
import type { Session } from '../session/session.ts'
import { assertReplayable, bodyOf, isJsonBody, type SentBody } from './body.ts'
import { Gate } from './gate.ts'
import { pathText, queryText } from './query.ts'
import { readReply } from './reply.ts'
import { delayBefore, pause, type RetryOptions } from './retry.ts'
import type { CallOptions, Http, Operation } from './types.ts'

/** What is told of each call. Nothing of a body, and no token, is among it. */
export interface CallInfo {
  method: string
  path: string
  requestId: string
  /** 0 for the first try. */
  attempt: number
}

export interface Hooks {
  onRequest?(info: CallInfo): void
  onResponse?(info: CallInfo & { durationMs: number }): void
  onError?(error: AnyXinchuError): void
  /** The session ended against the user's will; the message is for the user. Called once. */
  onExpired?(message: string): void
  onForbidden?(error: AnyXinchuError): void
}

export interface Timeouts {
  /** Milliseconds for ordinary calls. */
  ordinary: number
  /** Milliseconds for calls that carry files either way. */
  file: number
  /** Milliseconds for the refresh of a session. */
  refresh: number
}

export interface ConnectionOptions {
  baseUrl: string
  fetch: typeof globalThis.fetch
  timeouts: Timeouts
  retry: RetryOptions
  hooks: Hooks
  maxConcurrency: number
}

// Calls that make or end a session: they neither wait for a refresh nor cause one.
const WITHOUT_SESSION = /^\/auth\/(?:login|refresh|logout|code)$/

const RETRYABLE_STATUS = new Set([429, 503])

/** Settles with the promise, unless the signal ends the wait first. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(signal.reason)
    if (signal.aborted) return ended()
    signal.addEventListener('abort', ended, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', ended))
  })
}

interface Prepared {
  operation: Operation
  call: CallOptions
  url: string
  body: SentBody
  headers: Record<string, string>
  signal: AbortSignal
  usesSession: boolean
  requestId: string
}

/** Sends operations: session, waiting for its refresh, replay, time-outs, retries and typed errors. */
export class Connection implements Http {
  readonly #options: ConnectionOptions
  readonly #session: () => Session
  readonly #gate: Gate

  constructor(options: ConnectionOptions, session: () => Session) {
    this.#options = options
    this.#session = session
    this.#gate = new Gate(options.maxConcurrency)
  }

  async send<T>(operation: Operation, call: CallOptions = {}): Promise<T> {
    const timeout = AbortSignal.timeout(call.timeout ?? this.#timeoutOf(operation))
    const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout
    const prepared = this.#prepare(operation, call, signal)
    try {
      // The reply is what the contract says of this operation; the generated caller names it.
      return (await this.#withRetries(prepared)) as T
    } catch (cause) {
      const error = this.#typed(cause, prepared, timeout)
      if (error.kind === 'forbidden') this.#options.hooks.onForbidden?.(error)
      this.#options.hooks.onError?.(error)
      throw error
    }
  }

  #timeoutOf({ reply, upload }: Operation): number {
    const { ordinary, file } = this.#options.timeouts
    return reply === 'file' || reply === 'stream' || upload ? file : ordinary
  }

  #prepare(operation: Operation, call: CallOptions, signal: AbortSignal): Prepared {
    const body = bodyOf(operation.body, operation.upload ?? false)
    const query = operation.query ? queryText(operation.query) : ''
    const requestId = crypto.randomUUID()
    const headers: Record<string, string> = { 'X-Request-Id': requestId, ...call.headers }
    if (isJsonBody(body)) headers['Content-Type'] = 'application/json'
    if (call.idempotencyKey) {
      headers['Idempotency-Key'] = call.idempotencyKey === true ? crypto.randomUUID() : call.idempotencyKey
    }
    const hasOwnToken = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
    return {
      operation,
      call,
      url: `${this.#options.baseUrl}${pathText(operation.path, operation.params)}${query && `?${query}`}`,
      body,
      headers,
      signal,
      usesSession: !hasOwnToken && !WITHOUT_SESSION.test(operation.path),
      requestId,
    }
  }

  async #withRetries(prepared: Prepared): Promise<unknown> {
    const { operation, call, signal } = prepared
    const mayRepeat = operation.method === 'GET' || Boolean(call.idempotencyKey)
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#withReplay(prepared, attempt)
      } catch (error) {
        const isPassing =
          !signal.aborted &&
          (isXinchuError(error)
            ? RETRYABLE_STATUS.has(error.status ?? 0)
            : !(error instanceof TypeError && !isNetworkFailure(error)))
        if (!mayRepeat || !isPassing || attempt >= this.#options.retry.times) throw error
        const asked = error instanceof RateLimitError ? error.retryAfterMs : undefined
        await pause(delayBefore(attempt, asked, this.#options.retry), signal)
      }
    }
  }

  /** One try and, when its token was refused and could be replaced, one replay. */
  async #withReplay(prepared: Prepared, attempt: number): Promise<unknown> {
    const session = this.#session()
    let sent: string | undefined
    let replacement: Promise<string> | undefined
    try {
      const token = async () => {
        sent = prepared.usesSession ? await unlessAborted(session.token(), prepared.signal) : undefined
        return sent
      }
      return await this.#exchange(prepared, attempt, token, (error) => {
        const isRefused = isXinchuError(error) && error.kind === 'unauthenticated'
        if (isRefused && sent !== undefined) replacement = session.replace(sent)
      })
    } catch (error) {
      if (!replacement) throw error
      // Whoever leaves below does not wait for the outcome.
      replacement.catch(() => undefined)
      assertReplayable(prepared.body)
      const token = await unlessAborted(replacement, prepared.signal)
      return this.#exchange(prepared, attempt, async () => token)
    }
  }

  /**
   * One request and its reply. The token is asked for when it is this request's turn, not when it queues;
   * a failure is told before the next request has its turn.
   */
  async #exchange(
    prepared: Prepared,
    attempt: number,
    token: () => Promise<string | undefined>,
    onFailure?: (error: unknown) => void,
  ): Promise<unknown> {
    const { operation, call, signal, requestId } = prepared
    const info: CallInfo = { method: operation.method, path: operation.path, requestId, attempt }
    // A refresh must not queue behind the calls that wait for it.
    const isGated = prepared.usesSession
    if (isGated) await this.#gate.enter(signal)
    try {
      const init = this.#initOf(prepared, await token())
      const started = performance.now()
      this.#options.hooks.onRequest?.(info)
      const value = await readReply(await this.#options.fetch(prepared.url, init), operation, call)
      this.#options.hooks.onResponse?.({ ...info, durationMs: performance.now() - started })
      return value
    } catch (error) {
      onFailure?.(error)
      throw error
    } finally {
      if (isGated) this.#gate.leave()
    }
  }

  #initOf({ operation, headers, body, signal }: Prepared, authorization: string | undefined): RequestInit {
    return {
      method: operation.method,
      headers: authorization === undefined ? headers : { ...headers, Authorization: authorization },
      signal,
      ...(body === undefined ? {} : { body }),
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    }
  }

  #typed(cause: unknown, { operation, call, requestId }: Prepared, timeout: AbortSignal): AnyXinchuError {
    if (isXinchuError(cause)) return cause
    const details = { cause, requestId, method: operation.method, url: operation.path }
    if (call.signal?.aborted) return new AbortedError('请求已取消', details)
    if (timeout.aborted) return new TimeoutError(failureMessages.timeout, details)
    return new NetworkError(failureMessages.unreachable, details)
  }
}

// fetch reports an unreachable server as a TypeError with a cause, and a caller's mistake as one without.
function isNetworkFailure(error: TypeError): boolean {
  return error.cause !== undefined || /fetch|network|load/i.test(error.message)
}
