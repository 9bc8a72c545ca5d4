import createOpenapiClient from 'openapi-fetch'
import type { RefreshQueue } from '../session/refresh-queue.ts'
import type { Call } from './call.ts'
import { unlessAborted } from './deadline.ts'
import type { Middleware } from './middleware.ts'
import { pathText, queryText } from './query.ts'
import { isRefused } from './reply.ts'
import { LightRequest, type Sent, type TransmitOptions, transmitterOf } from './transmit.ts'

/** The part of openapi-fetch that is used. Its own types cost a checker more than all others. */
interface OpenapiClient {
  request(method: string, path: string, options: object): Promise<{ response: Response }>
  use(...middlewares: readonly Middleware[]): void
  eject(...middlewares: readonly Middleware[]): void
}

/** Sends one request of a call through openapi-fetch: middlewares, queue, transport. */
export type Pass = (call: Call, queue: RefreshQueue | undefined) => Promise<{ response: Response }>

const same = <T>(body: T) => body

/** The openapi-fetch client of a platform, and the function that sends a request through it. */
export function passOf(options: TransmitOptions) {
  const transmit = transmitterOf(options)
  const client = createOpenapiClient({
    baseUrl: options.baseUrl,
    querySerializer: queryText,
    pathSerializer: pathText,
    bodySerializer: same,
  }) as unknown as OpenapiClient // as narrow as it is used
  let isWatched = false

  const pass: Pass = (call, queue) => {
    const { operation, method, headers, body, deadline } = call
    const { path, params, query, raw, init } = operation
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

  return {
    pass,
    /** Lets middlewares see every request of this client and its reply. */
    use(...middlewares: readonly Middleware[]) {
      isWatched = true
      client.use(...middlewares)
    },
    eject: client.eject,
  }
}
