import type { paths } from '@xinchu/sdk/schema'
import createOpenapiClient, { type Client } from 'openapi-fetch'
import { bodyOf, type SentBody } from './body.ts'
import { pathText, queryText } from './query.ts'

interface LiteInit extends Omit<RequestInit, 'body' | 'headers'> {
  body?: SentBody
  headers: Headers
}

/**
 * Stands in for Request in openapi-fetch and only records its arguments. A native Request consumes the body and would need
 * a clone per try; this one keeps the body as given, so a replay needs no copy.
 */
export class LiteRequest {
  readonly url: string
  readonly init: LiteInit

  constructor(url: string, init: LiteInit) {
    this.url = url
    this.init = init
    // openapi-fetch marks every body except forms as JSON. Non-text bodies set their own type.
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

/** The empty reply given to openapi-fetch for a reply that was read already. */
export const READ = new Response(null, { status: 204 })

/** An openapi-fetch client that serializes paths and queries as the platform expects. */
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
