import type { paths } from '@xinchu/sdk/schema'
import type { Client } from 'openapi-fetch'
import { type Bound, type ClientOptions, connect, type XinchuConnection } from './connect.ts'
import { resources } from './gen/resources.ts'
import { browserTransport } from './http/xhr.ts'
import { rawClient } from './raw/raw-client.ts'

/** Every resource of the platform over one session. */
export interface XinchuClient extends XinchuConnection, Bound<typeof resources> {
  /** The contract's paths and methods as they are, through openapi-fetch, with the same session. */
  raw: Client<paths>
}

/** A client of the platform: one function per call, grouped by resource, over one session. */
export function createClient(options: ClientOptions): XinchuClient {
  const transport = options.transport ?? browserTransport(options.fetch)
  const client = connect({ ...options, transport }, resources)
  return { ...client, raw: rawClient(client) }
}
