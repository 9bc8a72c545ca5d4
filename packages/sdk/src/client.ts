import { type ClientOptions, connect, type XinchuConnection } from './connect.ts'
import { resources } from './gen/resources.ts'

export type XinchuClient = ReturnType<typeof resources> & XinchuConnection

/** A client of the platform: one function per call, grouped by resource, over one session. */
export function createClient(options: ClientOptions): XinchuClient {
  const connection = connect(options)
  return { ...resources(connection), ...connection }
}
