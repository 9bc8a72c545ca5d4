import createOpenapiClient from 'openapi-fetch'
import { isXinchuError } from '../errors.ts'
import type { RefreshQueue } from '../session/refresh-queue.ts'
import { assertReplayable, isReplayable } from './body.ts'
import { type Call, callOf, infoOf } from './call.ts'
import { unlessAborted } from './deadline.ts'
import type { Middleware } from './middleware.ts'
import { observe } from './observe.ts'
import { pathText, queryText } from './query.ts'
import { isRefused, take } from './reply.ts'
import { delayBefore, pause, type RetryOptions, withDefaults } from './retry.ts'
import { failureOf, LightRequest, type Sent, type TransmitOptions, transmitterOf } from './transmit.ts'
import type { CallOptions, Operation } from './types.ts'

export interface SendOptions extends TransmitOptions {
  retry: RetryOptions
}

/** The part of openapi-fetch that is used. Its own types cost a checker more than all others. */
interface OpenapiClient {
  request(method: string, path: string, options: object): Promise<{ response: Response }>
  use(...middlewares: readonly Middleware[]): void
  eject(...middlewares: readonly Middleware[]): void
}

/** Sends one call. Without a queue: one that creates or ends a session, or that a log-in needs. */
export type Send = <T>(
  operation: Operation,
  options?: CallOptions,
  queue?: RefreshQueue | undefined,
) => Promise<T>

const same = <T>(body: T) => body

/** The openapi-fetch client of a platform, and the function that sends calls through it: tries, deadline, errors. */
export function senderOf(options: SendOptions) {
  const { baseUrl, hooks, timeouts } = options
  const transmit = transmitterOf(options)
  const client = createOpenapiClient({
    baseUrl,
    querySerializer: queryText,
    pathSerializer: pathText,
    bodySerializer: same,
  }) as unknown as OpenapiClient // as narrow as it is used
  let isWatched = false

  /** One pass of openapi-fetch. */
  function pass(call: Call, queue: RefreshQueue | undefined): Promise<{ response: Response }> {
    const { operation, headers, body, deadline } = call
    const { method, path, params, query, raw, init } = operation
    const { signal } = deadline
    const isSeen = isWatched || raw !== undefined
    const own = queue ? [queue.of(call, () => isRefused(call))] : []
    call.isSeen = isSeen
    call.response = call.failure = call.replacement = undefined
    const all = {
      params: raw?.params ?? { path: params, query },
      // A stream can be read once.
      body: typeof body === 'function' || body instanceof ReadableStream ? undefined : body,
      parseAs: raw ? raw.parseAs : 'stream',
      headers,
      signal,
      call,
      fetch: (request: Sent) => transmit(request, call),
      middleware: raw?.middleware ? [...raw.middleware, ...own] : own,
      Request: isSeen ? undefined : LightRequest,
    }
    const result = client.request(method, path, isSeen ? { ...init, ...raw, ...all } : all)
    // A middleware may hang.
    return isSeen ? unlessAborted(result, signal) : result
  }

  /** One try, and one replay if its token was refused and could be refreshed, whatever middlewares made of the refusal. */
  async function replayed(call: Call, queue: RefreshQueue | undefined): Promise<{ response: Response }> {
    call.token = undefined
    try {
      const result = await pass(call, queue)
      if (!call.replacement) return result
    } catch (cause) {
      if (!call.replacement) throw cause
    }
    try {
      assertReplayable(call.body)
      call.token = await queue?.awaited(call.replacement, call.deadline)
    } catch (cause) {
      call.failure = cause
      throw cause
    }
    return pass(call, queue)
  }

  /** Returns what the last try brings. A failure that is tried again is not that of middlewares, who may hide it. */
  async function tried(call: Call, queue: RefreshQueue | undefined): Promise<unknown> {
    const retry = withDefaults(options.retry, call.options.retry)
    for (; ; call.attempt++) {
      let result: { response: Response } | undefined
      let thrown: unknown
      try {
        result = await replayed(call, queue)
      } catch (cause) {
        thrown = cause
      }
      const { failure, deadline } = call
      if (isXinchuError(failure) && mayRepeat(call, retry) && retry.when(failure)) {
        const delayMs = delayBefore(call.attempt, failure.retryAfterMs, retry)
        if (delayMs < deadline.left) {
          observe(() => hooks.onRetry?.({ ...infoOf(call), delayMs, error: failure }))
          await pause(delayMs, deadline.signal)
          continue
        }
      }
      if (result) return outcomeOf(call, result)
      // The error of a middleware passes unchanged, and hooks are not told.
      call.isForeign = call.isSeen && thrown !== failure && !deadline.ended
      throw thrown
    }
  }

  /** What the caller gets of the last reply, after middlewares. */
  async function outcomeOf(call: Call, result: { response: Response }): Promise<unknown> {
    const { response } = result
    if (call.operation.raw) return result
    if (response !== call.shown) await take(call, response, timeouts.file)
    // The caller of a raw reply reads refusals too.
    if (call.failure && call.reply === 'raw') return new Response(call.text || null, call.response)
    if (call.failure) throw call.failure
    return call.value
  }

  const send: Send = async <T>(operation: Operation, given: CallOptions = {}, queue?: RefreshQueue) => {
    if (!/^http/.test(baseUrl) && typeof location === 'undefined') throw new TypeError('baseUrl is empty')
    const call = callOf(operation, given, timeouts, () => queue?.isAsking ?? false)
    const { deadline, reply } = call
    const { raw } = operation
    let isOpen = false
    try {
      const value = await tried(call, queue)
      isOpen = raw ? raw.parseAs === 'stream' : call.text === undefined && /^(stream|raw)$/.test(reply)
      // A stream starts with its headers and has no end, so the deadline stops here.
      if (isOpen && reply === 'stream') deadline.lift()
      // The contract defines the reply of this operation; the generated caller names its type.
      return value as T
    } catch (cause) {
      const error = failureOf(cause, call)
      if (isXinchuError(error) && !(call.isForeign || operation.isQuiet || given.isQuiet)) {
        if (error.kind === 'forbidden') observe(() => hooks.onForbidden?.(error))
        observe(() => hooks.onError?.(error))
      }
      throw error
    } finally {
      // The caller's signal still ends an open stream.
      if (!isOpen) deadline.release()
    }
  }

  return {
    send,
    /** Lets middlewares see every request of this client and its reply. */
    use(...middlewares: readonly Middleware[]) {
      isWatched = true
      client.use(...middlewares)
    },
    eject: client.eject,
  }
}

/** Whether the call may be sent again, and has tries left. */
function mayRepeat({ operation, isSafe, isKeyed, body, attempt, deadline }: Call, { times }: RetryOptions) {
  return (
    (operation.isRepeatable || isSafe || isKeyed) && isReplayable(body) && attempt < times && !deadline.ended
  )
}
