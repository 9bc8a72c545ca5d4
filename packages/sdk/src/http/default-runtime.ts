// How clients send in Deno and Bun, whose fetch tells why it failed. Uploads tell their progress by the second one.
import { fetchTransport } from './transport.ts'
import { withProgress } from './xhr.ts'

export const transportOf = fetchTransport
export const fullTransportOf = (fetch?: typeof globalThis.fetch) => withProgress(fetchTransport(fetch))
