import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { type AgentOptions, Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import * as net from 'node:net'
import type { Duplex } from 'node:stream'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'

type Environment = Readonly<Record<string, string | undefined>>

/** Longest wait for a proxy to open a tunnel, ms. */
const OPENING_MS = 30_000

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** Whether an address is in a range of addresses, such as `10.0.0.0/8`. */
function isInRange(hostname: string, range: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  const [from = '', bits = ''] = range.split('/')
  const version = net.isIP(from)
  if (version === 0 || net.isIP(address) !== version) return false
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > (version === 4 ? 32 : 128)) return false
  const type = version === 4 ? 'ipv4' : 'ipv6'
  const ranges = new net.BlockList()
  ranges.addSubnet(from, Number(bits), type)
  return ranges.check(address, type)
}

/**
 * Tells whether `NO_PROXY` exempts an address: `*`, a range such as `10.0.0.0/8`, or a host with the hosts below it, with a
 * port or without.
 */
function isExempt({ hostname, port, protocol }: URL, list: string): boolean {
  const own = port || (protocol === 'https:' ? '443' : '80')
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      if (entry === '*') return true
      if (entry.includes('/')) return isInRange(hostname, entry)
      const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? []
      const suffix = name.replace(/^\*?\./, '')
      return (only === undefined || only === own) && (hostname === suffix || hostname.endsWith(`.${suffix}`))
    })
}

/** Reads a proxy's address. @throws TypeError if it is none for HTTP */
export function proxyAt(address: string): URL {
  const text = address.includes('://') ? address : `http://${address}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname)
    throw new TypeError('代理的地址应以 http:// 或 https:// 开头')
  return url
}

/** Deno throws where a program may not read the environment, which then names no proxy. */
function variable(env: Environment, name: string): string | undefined {
  try {
    return env[name]
  } catch {
    return undefined
  }
}

/** The proxy that the environment names for an address, as curl reads it. The own machine is reached directly. */
export function environmentProxy(url: URL, env: Environment = process.env): URL | undefined {
  const named = (name: string) => variable(env, name) || variable(env, name.toUpperCase())
  const address = named(url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') ?? named('all_proxy')
  if (!address || LOOPBACK.test(url.hostname) || isExempt(url, named('no_proxy') ?? '')) return undefined
  return proxyAt(address)
}

/** What signs on to a proxy, if its address has a user. */
function signOn({ username, password }: URL): Record<string, string> {
  if (!username) return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}

const addressOf = ({ protocol, hostname, port }: URL) => ({
  // Brackets belong to a URL, not to an address.
  hostname: hostname.replace(/^\[|\]$/g, ''),
  port: Number(port) || (protocol === 'https:' ? 443 : 80),
})

function refusalBy({ username }: URL, status: number | undefined): string {
  if (status !== 407) return `代理服务器拒绝建立连接，状态 ${status}`
  return username ? '代理服务器不接受所给的账号与密码，状态 407' : '代理服务器要求账号与密码，状态 407'
}

/** Opens a tunnel through a proxy. Rejects if the proxy refuses it, cannot be reached or is silent. */
function openTunnel(proxy: URL, authority: string, options: AgentOptions): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const send = proxy.protocol === 'https:' ? httpsRequest : httpRequest
    const { ca } = options
    const request = send({
      ...addressOf(proxy),
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...signOn(proxy) },
      agent: false,
      timeout: OPENING_MS,
      ...(ca ? { ca } : {}),
    })
    request.once('timeout', () => request.destroy(new Error('代理服务器没有答复')))
    request.once('error', reject)
    request.once('connect', ({ statusCode }: IncomingMessage, socket: net.Socket) => {
      socket.setTimeout(0)
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(Object.assign(new Error(refusalBy(proxy, statusCode)), { status: statusCode }))
    })
    request.end()
  })
}

/** Keeps connections to https servers, each inside a tunnel. */
class TunnelAgent extends HttpsAgent {
  readonly #proxy: URL

  constructor(proxy: URL, options: AgentOptions) {
    super(options)
    this.#proxy = proxy
  }

  // Answers by the callback, because a tunnel takes a round trip.
  override createConnection(
    given: ConnectionOptions,
    callback?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    // The path is that of the request, which would be taken for a socket's.
    const { path: _path, host = '', port = 443, ...options } = given
    const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
    openTunnel(this.#proxy, authority, this.options).then(
      (socket) => callback?.(null, connectTls({ ...options, socket })),
      // Node passes no socket beside an error.
      (error: Error) => (callback as ((error: Error) => void) | undefined)?.(error),
    )
    return undefined
  }
}

/** How to send to an address through a proxy. */
export interface Route {
  agent: HttpAgent
  /** Goes in place of the address: a plain proxy is asked for the whole of it. */
  send: (url: URL) => { hostname: string; port: number; path: string } | undefined
  headers: (url: URL) => Record<string, string>
}

/** Routes through one proxy, which keep their connections. */
export function routesBy(proxy: URL, options: AgentOptions): Record<'http:' | 'https:', Route> {
  return {
    'https:': { agent: new TunnelAgent(proxy, options), send: () => undefined, headers: () => ({}) },
    'http:': {
      agent: proxy.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options),
      send: ({ href }) => ({ ...addressOf(proxy), path: href }),
      headers: ({ host }) => ({ host, ...signOn(proxy) }),
    },
  }
}
