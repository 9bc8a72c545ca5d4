import { type Agent, Agent as HttpAgent } from 'node:http'
import { type AgentOptions, Agent as HttpsAgent } from 'node:https'
import { environmentProxy, proxyAt, type Route, routesBy } from './proxy.ts'

// Probes find out within minutes that a peer has gone, also while a reply is awaited: routers forget idle connections.
const PROBE_MS = 15_000
const KEPT = {
  keepAlive: true,
  keepAliveMsecs: PROBE_MS,
  keepAliveInitialDelay: PROBE_MS,
  scheduling: 'lifo',
} as const

/** How a request reaches an address. */
export interface Way {
  agent: Agent
  /** Through a proxy. */
  route: Route | undefined
}

/** Kept connections to any address, directly or through a proxy. */
export function connectionsOf(proxy: string | false | undefined, options: AgentOptions): (url: URL) => Way {
  const kept = { ...KEPT, ...options } as const
  const agents = { 'http:': new HttpAgent(kept), 'https:': new HttpsAgent(kept) }
  const fixed = typeof proxy === 'string' ? proxyAt(proxy) : undefined
  const routes = new Map<string, ReturnType<typeof routesBy>>()
  const known = new Map<string, Way>()

  function wayTo(url: URL): Way {
    const scheme = url.protocol === 'https:' ? 'https:' : 'http:'
    const by = proxy === false ? undefined : (fixed ?? environmentProxy(url))
    if (!by) return { agent: agents[scheme], route: undefined }
    const found = routes.get(by.href) ?? routesBy(by, kept)
    routes.set(by.href, found)
    const route = found[scheme]
    return { agent: route.agent, route }
  }

  // Asks the environment once for each origin.
  return (url) => {
    const way = known.get(url.origin) ?? wayTo(url)
    known.set(url.origin, way)
    return way
  }
}
