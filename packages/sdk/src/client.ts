import { fullTransportOf } from '#default-transport'
import { type Bound, type ClientOptions, connect, type XinchuConnection } from './connect.ts'
import { resources } from './gen/resources.ts'

/** Every resource of the platform over one session. */
export interface XinchuClient extends XinchuConnection, Bound<typeof resources> {}

/** A client of the platform: one function per call, grouped by resource, over one session. */
export function createClient(options: ClientOptions): XinchuClient {
  const transport = options.transport ?? fullTransportOf(options.fetch)
  return connect({ ...options, transport }, resources)
}
