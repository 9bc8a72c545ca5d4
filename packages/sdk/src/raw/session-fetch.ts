import type { SentBody } from '../http/body.ts'
import type { Http } from '../http/types.ts'

/** As fetch takes it. A text is JSON unless its type is named; a function opens a stream anew for each sending. */
export interface SessionInit extends Omit<RequestInit, 'body'> {
  body?: SentBody
}

/**
 * `fetch` in the session of a connection, for what has no function: with its token, refresh, replay, time-outs and
 * repetition. A refusal is a reply, as with fetch; what breaks is thrown as a typed error.
 * @throws TypeError for anything but a path of the platform: its token must not reach another
 */
export function sessionFetch(connection: Http): (path: string, init?: SessionInit) => Promise<Response> {
  return async (path, { method = 'GET', headers, body, signal, ...init } = {}) => {
    if (!/^\/(?!\/)/.test(path)) throw new TypeError(`${path} is not a path of the platform`)
    return connection.send<Response>(
      { method, path, body, reply: 'raw', upload: body instanceof FormData, init },
      { headers: Object.fromEntries(new Headers(headers)), ...(signal ? { signal } : {}) },
    )
  }
}
