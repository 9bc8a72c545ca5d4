import type { paths } from '@xinchu/sdk/schema'
import createOpenapiClient, { type Client } from 'openapi-fetch'
import { bodyOf, type SentBody } from './body.ts'
import { pathText, queryText } from './query.ts'

interface LiteInit extends Omit<RequestInit, 'body' | 'headers'> {
  body?: SentBody
  headers: Headers
}

/**
 * What openapi-fetch makes instead of a Request: a record of it.
 * A native Request takes the body away and would have to be cloned before each sending; this one keeps the body
 * as it was given, so that a replay needs no copy.
 */
export class LiteRequest {
  readonly url: string
  readonly init: LiteInit

  constructor(url: string, init: LiteInit) {
    this.url = url
    this.init = init
    // openapi-fetch calls every body but a form JSON; what is not text names its own type.
    if (typeof init.body !== 'string' && init.headers.get('Content-Type') === 'application/json') {
      init.headers.delete('Content-Type')
    }
  }
}

/** openapi-fetch for an operation that is known only at run time. */
export interface AnyOperation {
  request(
    method: string,
    path: string,
    init: {
      params: { path: object; query: object }
      body: unknown
      bodySerializer: (body: unknown) => unknown
      headers: Readonly<Record<string, string>>
      fetch: (request: LiteRequest) => Promise<Response>
    },
  ): Promise<unknown>
}

/** What openapi-fetch is told of a reply that was read already: that there is nothing to read. */
export const READ = new Response(null, { status: 204 })

/** The contract's paths and methods as they are, written as the platform reads them. */
export function openapiClient(
  baseUrl: string,
  transmit: (request: LiteRequest) => Promise<Response>,
): Client<paths> {
  return createOpenapiClient<paths>({
    baseUrl,
    Request: LiteRequest as unknown as typeof Request, // openapi-fetch only constructs it and hands it to `fetch`
    fetch: (request) => transmit(request as unknown as LiteRequest), // so this is what it hands over
    querySerializer: queryText,
    pathSerializer: pathText,
    bodySerializer: bodyOf,
  })
}
