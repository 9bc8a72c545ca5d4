import { isXinchuError } from '../errors.ts'
import type { RefreshQueue } from '../session/refresh-queue.ts'
import { assertReplayable, isReplayable } from './body.ts'
import { type Call, callOf, infoOf } from './call.ts'
import { observe } from './observe.ts'
import { type Pass, passOf } from './pass.ts'
import { take } from './reply.ts'
import { delayBefore, isPromised, pause, type RetryOptions, withDefaults } from './retry.ts'
import { failureOf, type TransmitOptions } from './transmit.ts'
import type { CallOptions, Operation } from './types.ts'

export interface SendOptions extends TransmitOptions {
  retry: RetryOptions
}

/** Sends one call. Without a queue: one that creates or ends a session, or that a log-in needs. */
export type Send = <T>(
  operation: Operation,
  options?: CallOptions,
  queue?: RefreshQueue | undefined,
) => Promise<T>

interface Sender {
  pass: Pass
  options: SendOptions
}

/** One try, and one replay if its token was refused and could be refreshed, whatever middlewares made of the refusal. */
async function replayed(
  pass: Pass,
  call: Call,
  queue: RefreshQueue | undefined,
): Promise<{ response: Response }> {
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
async function tried(
  { pass, options: { retry: usual, hooks, timeouts } }: Sender,
  call: Call,
  queue: RefreshQueue | undefined,
): Promise<unknown> {
  const retry = withDefaults(usual, call.options.retry)
  let counted = 0
  for (; ; call.attempt++) {
    let result: { response: Response } | undefined
    let thrown: unknown
    try {
      result = await replayed(pass, call, queue)
    } catch (cause) {
      thrown = cause
    }
    const { failure, deadline } = call
    if (isXinchuError(failure) && counted < retry.times && mayRepeat(call) && retry.when(failure)) {
      const delayMs = delayBefore(call.attempt, failure.retryAfterMs, retry)
      if (delayMs < deadline.left) {
        observe(() => hooks.onRetry?.({ ...infoOf(call), delayMs, error: failure }))
        await pause(delayMs, deadline.signal)
        if (!isPromised(failure)) counted++
        continue
      }
    }
    if (result) return outcomeOf(call, result, timeouts.file)
    // The error of a middleware passes unchanged, and hooks are not told.
    call.isForeign = call.isSeen && thrown !== failure && !deadline.ended
    throw thrown
  }
}

/** What the caller gets of the last reply, after middlewares. */
async function outcomeOf(call: Call, result: { response: Response }, timeoutMs: number): Promise<unknown> {
  const { response } = result
  if (call.operation.raw) return result
  if (response !== call.shown) await take(call, response, timeoutMs)
  // The caller of a raw reply reads refusals too.
  if (call.failure && call.reply === 'raw') return new Response(call.text || null, call.response)
  if (call.failure) throw call.failure
  return call.value
}

/** The openapi-fetch client of a platform, and the function that sends calls through it: tries, deadline, errors. */
export function senderOf(options: SendOptions) {
  const { baseUrl, hooks, timeouts } = options
  const { pass, use, eject } = passOf(options)
  const sender: Sender = { pass, options }

  const send: Send = async <T>(operation: Operation, given: CallOptions = {}, queue?: RefreshQueue) => {
    if (!/^http/.test(baseUrl) && typeof location === 'undefined') throw new TypeError('baseUrl is empty')
    const call = callOf(operation, given, timeouts, () => queue?.isAsking ?? false)
    const { deadline, reply } = call
    const { raw } = operation
    let isOpen = false
    try {
      const value = await tried(sender, call, queue)
      given.onReply?.(call)
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

  return { send, use, eject }
}

/** Whether the call may be sent again. */
function mayRepeat({ operation, isSafe, isKeyed, isSent, body, deadline }: Call) {
  return (
    // A request that reached no server can be sent again without being carried out twice.
    (operation.isRepeatable || isSafe || isKeyed || !isSent) && isReplayable(body) && !deadline.ended
  )
}
