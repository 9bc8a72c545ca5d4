import type { IncomingMessage } from 'node:http'
import type { TransportRequest } from '../http/transport.ts'
import { failed } from './failed.ts'

const STATUSES = new Set([301, 302, 303, 307, 308])

/** The request that a reply leads to, by the rules of fetch; undefined if it leads nowhere. */
export function redirected(
  request: TransportRequest,
  { statusCode = 0, headers }: IncomingMessage,
): TransportRequest | undefined {
  const { location } = headers
  if (location === undefined || !STATUSES.has(statusCode)) return undefined
  const { method, body, url } = request
  const next = { ...request, url: new URL(location, url).href, headers: new Headers(request.headers) }
  // The token must not reach another origin.
  if (new URL(next.url).origin !== new URL(url).origin) next.headers.delete('Authorization')
  if (/^(?:GET|HEAD)$/.test(method)) return next
  if (statusCode === 303 || (statusCode < 303 && method === 'POST')) {
    for (const name of ['Content-Type', 'Content-Length']) next.headers.delete(name)
    return { ...next, method: 'GET', body: undefined }
  }
  if (body instanceof ReadableStream) throw failed(new Error('正文是只能读一次的流，不能随重定向重发'))
  return next
}
