import type { FetchBody } from './body.ts'
import type { CallOptions } from './types.ts'

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

/** Sends by fetch, without upload progress. */
export function fetchTransport(
  fetch: typeof globalThis.fetch = (...args) => globalThis.fetch(...args),
): Transport {
  return ({ url, method, headers, signal, init, body }) => {
    const request: RequestInit & { duplex?: 'half' } = { ...init, method, headers, signal }
    if (body !== undefined) request.body = body
    if (body instanceof ReadableStream) request.duplex = 'half'
    return fetch(url, request)
  }
}
