import { fetchTransport, type Transport } from '@xinchu/sdk'
import { nodeTransport } from './node-transport.ts'

let shared: Transport | undefined

/** How clients send in Node: by the fetch that they are given, else by node:http, over connections that all share. */
export function transportOf(fetch?: typeof globalThis.fetch): Transport {
  if (fetch) return fetchTransport(fetch)
  shared ??= nodeTransport()
  return shared
}

/** The same, which tells the progress of uploads. */
export const fullTransportOf = (fetch?: typeof globalThis.fetch): Transport => transportOf(fetch)
