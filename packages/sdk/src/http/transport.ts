import type { CallOptions } from './types.ts'

/** One request as it goes on the wire. */
export interface TransportRequest {
  url: string
  method: string
  headers: Headers
  /** Opened anew for each sending. */
  body: BodyInit | undefined
  signal: AbortSignal
  onUpload?: CallOptions['onUpload']
  /** What else the caller of `fetch` or of the raw client asked for, such as `credentials`. */
  init?: RequestInit | undefined
}

/** Sends one request; answers and rejects as fetch does. */
export type Transport = (request: TransportRequest) => Promise<Response>

/** Sends by fetch, which does not tell how far it is. */
export function fetchTransport(
  fetch: typeof globalThis.fetch = (...args) => globalThis.fetch(...args),
): Transport {
  return ({ url, onUpload: _untold, init, body, ...rest }) => {
    const request: RequestInit & { duplex?: 'half' } = { ...init, ...rest }
    if (body !== undefined) request.body = body
    if (body instanceof ReadableStream) request.duplex = 'half'
    return fetch(url, request)
  }
}
