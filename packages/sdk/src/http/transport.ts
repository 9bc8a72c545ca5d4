import type { FetchBody } from './body.ts'
import type { CallOptions } from './types.ts'
import { isUnsent } from './unsent.ts'

/** One request on the wire. */
export interface TransportRequest {
  url: string
  method: string
  headers: Headers
  /** Opens a fresh stream for each try. */
  body: FetchBody | undefined
  signal: AbortSignal
  onUpload?: CallOptions['onUpload']
  /** Further fetch options of the caller, such as `credentials`. */
  init?: RequestInit | undefined
}

/** Sends one request. Resolves and rejects like fetch. An error with `sent: false` says that no connection stood. */
export type Transport = (request: TransportRequest) => Promise<Response>

/** Sends by the fetch of a browser, which does not tell why it failed. */
export function pageTransport(
  fetch: typeof globalThis.fetch = (...args) => globalThis.fetch(...args),
): Transport {
  return ({ url, method, headers, signal, init, body }) => {
    const request: RequestInit & { duplex?: 'half' } = { ...init, method, headers, signal }
    if (body !== undefined) request.body = body
    if (body instanceof ReadableStream) request.duplex = 'half'
    return fetch(url, request)
  }
}

/** Sends by fetch, without upload progress. Errors say `sent: false` where fetch tells that no connection stood. */
export function fetchTransport(fetch?: typeof globalThis.fetch): Transport {
  const send = pageTransport(fetch)
  return async (request) => {
    try {
      return await send(request)
    } catch (error) {
      throw isUnsent(error, request.url) ? Object.assign(error as Error, { sent: false }) : error // it has a code, so it is one
    }
  }
}
