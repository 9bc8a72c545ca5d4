import type { SentBody } from '../http/body.ts'
import type { Http } from '../http/types.ts'
import { isOpenPath } from './without-session.ts'

/** Body as in fetch. Text is JSON unless a type is given; a function opens a fresh stream for each try. */
export interface SessionInit extends Omit<RequestInit, 'body'> {
  body?: SentBody
}

/**
 * `fetch` within a connection's session, for calls without an SDK function: adds token, refresh, replay, time-outs and
 * retries. A refusal is a reply, as with fetch. Interrupted calls throw a typed error.
 * @throws TypeError unless the URL is a path of the platform, because the token must not reach another origin
 */
export function sessionFetch(connection: Http): (path: string, init?: SessionInit) => Promise<Response> {
  return async (path, { method = 'GET', headers, body, signal, ...init } = {}) => {
    if (!/^\/(?!\/)/.test(path)) throw new TypeError(`${path} is not a path of the platform`)
    return connection.send<Response>(
      { method, path, isOpen: isOpenPath(path), body, reply: 'raw', upload: body instanceof FormData, init },
      { headers: Object.fromEntries(new Headers(headers)), ...(signal ? { signal } : {}) },
    )
  }
}
