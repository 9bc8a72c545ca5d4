import type { AgentOptions } from 'node:https'
import type { Transport } from '../http/transport.ts'
import { connectionsOf } from './connections.ts'
import { exchange } from './exchange.ts'
import { failed } from './failed.ts'
import { NodeResponse } from './node-response.ts'
import { redirected } from './redirect.ts'
import { userAgent } from './user-agent.ts'

// As many as fetch follows.
const MOST_REDIRECTS = 20
const MOST_TEXT_BYTES = 64 * 1024 * 1024

/** Requests over keep-alive connections. `options` are those of https.Agent, such as `ca` for a private authority. */
export interface NodeTransportOptions extends AgentOptions {
  /**
   * Address of a proxy, such as `http://user:password@10.0.0.1:3128`; false for none. By default that of the environment:
   * HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, but never for the own machine.
   */
  proxy?: string | false | undefined
  /** Name and version of your program, such as `erp/2.1`, for the User-Agent. */
  product?: string | undefined
  /** Bytes of a reply read as text, unpacked, above which it is refused. Default 64 MiB; Infinity for no limit. Files have none. */
  maxTextBytes?: number | undefined
}

/** Sends by node:http over keep-alive connections, cheaper than fetch. Resolves and rejects like fetch. */
export function nodeTransport(given: NodeTransportOptions = {}): Transport {
  const { proxy, product, maxTextBytes = MOST_TEXT_BYTES, ...options } = given
  const ways = { wayTo: connectionsOf(proxy, options), userAgent: userAgent(product) }

  return async (first) => {
    let request = first
    for (let redirects = 0; ; redirects++) {
      const message = await exchange(request, ways, redirects === 0)
      const next = redirected(request, message)
      if (!next) return new NodeResponse(message, request.url, redirects > 0, maxTextBytes)
      message.resume()
      if (redirects === MOST_REDIRECTS) throw failed(new Error('redirect count exceeded'))
      request = next
    }
  }
}
