import { mergeHeaders } from 'openapi-fetch'
import { bodyOf } from '../http/body.ts'
import type { Middleware } from '../http/middleware.ts'
import type { Http, RawOptions } from '../http/types.ts'
import type { RawClient } from './raw-types.ts'
import { isOpenPath } from './without-session.ts'

/** What the raw client needs of a connection. */
export interface RawConnection extends Http {
  use(...middlewares: readonly Middleware[]): void
  eject(...middlewares: readonly Middleware[]): void
}

interface Init extends RawOptions {
  body?: unknown
  bodySerializer?: (body: unknown, headers: Headers) => unknown
  headers?: Headers
  signal?: AbortSignal | null
}

const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']

/**
 * The openapi-fetch client of a connection, by the contract's paths: its functions, options and results, in the same session
 * as all calls. Its middlewares are those of the connection. A body is encoded once, so that it can be sent again.
 */
export function rawClient({ send, use, eject }: RawConnection): RawClient {
  const request = (method: string, path: string, init: Init = {}) => {
    const { bodySerializer, body: given, signal, ...raw } = init
    const headers = mergeHeaders(init.headers, init.params?.header)
    const body = given === undefined ? given : (bodySerializer ?? bodyOf)(given, headers)
    return send(
      {
        method: method.toUpperCase(),
        path,
        isOpen: isOpenPath(path),
        body,
        reply: 'raw',
        upload: body instanceof FormData,
        init: raw as RequestInit, // its other options are none of fetch, which ignores them
        raw,
      },
      { headers: Object.fromEntries(headers), ...(signal ? { signal } : {}) },
    )
  }
  const methods = METHODS.map((method) => [
    method,
    (path: string, init?: Init) => request(method, path, init),
  ])
  return { ...Object.fromEntries(methods), request, use, eject } as RawClient // the contract gives each path its types
}
