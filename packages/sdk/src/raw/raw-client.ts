import type { paths } from '@xinchu/sdk/schema'
import createOpenapiClient, { type Client } from 'openapi-fetch'
import { bodyOf } from '../http/body.ts'
import { pathText, queryText } from '../http/query.ts'
import type { Http, Operation } from '../http/types.ts'

/** What the raw client needs of a connection. */
export interface RawConnection extends Http {
  /** Base URL of the platform. */
  readonly baseUrl: string
}

/**
 * openapi-fetch over the contract's paths and methods, in the session of a connection: the same functions, options and
 * middleware, which see no call but those of this client. A body is read before it is sent, so that it can be sent again.
 */
export function rawClient({ send, baseUrl }: RawConnection): Client<paths> {
  const rootOf = () => (/^http/.test(baseUrl) ? baseUrl : location.origin + baseUrl)

  async function transmit(request: Request): Promise<Response> {
    const { url, method, headers, signal, credentials, cache, keepalive, mode, redirect } = request
    const root = rootOf()
    // A call may override the URL, but its token must not reach another origin.
    if (!url.startsWith(`${root}/`)) throw new TypeError(`${url} is not of the platform`)
    const body = /^(?:GET|HEAD)$/.test(method) ? undefined : await request.blob()
    const operation: Operation = {
      method,
      path: url.slice(root.length),
      body: body?.size ? body : undefined,
      reply: 'raw',
      upload: headers.get('Content-Type')?.startsWith('multipart') ?? false,
      init: { credentials, cache, keepalive, mode, redirect },
    }
    return send<Response>(operation, { signal, headers: Object.fromEntries(headers) })
  }

  return createOpenapiClient<paths>({
    baseUrl,
    fetch: transmit,
    querySerializer: queryText,
    pathSerializer: pathText,
    bodySerializer: bodyOf,
  })
}
