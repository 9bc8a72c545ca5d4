import type { paths } from '@xinchu/sdk/schema'
import createRawClient, { type Client } from 'openapi-fetch'
import { bodyOf } from '../http/body.ts'
import { pathText, queryText } from '../http/query.ts'
import type { Http } from '../http/types.ts'
import { LiteRequest } from './lite-request.ts'
import { sessionFetch } from './session-fetch.ts'

/** The contract's paths and methods as they are, through openapi-fetch, in the session of that connection. */
export function rawClient(connection: Http): Client<paths> {
  const fetch = sessionFetch(connection)
  return createRawClient<paths>({
    Request: LiteRequest as unknown as typeof Request, // openapi-fetch only constructs it and hands it to `fetch`
    fetch(request) {
      const { url, init } = request as unknown as LiteRequest // so this is what it hands over
      return fetch(url, init)
    },
    querySerializer: queryText,
    pathSerializer: pathText,
    bodySerializer: bodyOf,
  })
}
