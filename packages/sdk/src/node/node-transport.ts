import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http'
import { type AgentOptions, Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Transport, TransportRequest } from '../http/transport.ts'
import { multipartOf } from './multipart.ts'
import { NodeResponse } from './node-response.ts'
import { environmentProxy, proxyAt, type Route, routesBy } from './proxy.ts'
import { userAgent } from './user-agent.ts'

// As many as fetch follows.
const MOST_REDIRECTS = 20
const MOST_TEXT_BYTES = 64 * 1024 * 1024
// Probes find out within minutes that a peer has gone, also while a reply is awaited: routers forget idle connections.
const PROBE_MS = 15_000
const KEPT = {
  keepAlive: true,
  keepAliveMsecs: PROBE_MS,
  keepAliveInitialDelay: PROBE_MS,
  scheduling: 'lifo',
} as const
// May be sent again on another connection.
const SAFE_METHOD = /^(?:GET|HEAD|OPTIONS)$/

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

/** The parts of a body and their size in bytes, if known. */
interface Content {
  type?: string | undefined
  size?: number | undefined
  /** Bytes to write at once. */
  bytes?: Buffer
  stream?: ReadableStream<Uint8Array>
}

function contentOf(body: BodyInit): Content {
  if (body instanceof FormData) return contentOf(multipartOf(body))
  if (body instanceof Blob) return { type: body.type || undefined, size: body.size, stream: body.stream() }
  if (body instanceof ReadableStream) return { stream: body }
  const bytes = Buffer.from(
    ArrayBuffer.isView(body) ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength) : bytesOf(body),
  )
  const type = body instanceof URLSearchParams ? 'application/x-www-form-urlencoded;charset=UTF-8' : undefined
  return { type: typeof body === 'string' ? 'text/plain;charset=UTF-8' : type, size: bytes.byteLength, bytes }
}

const bytesOf = (body: string | URLSearchParams | ArrayBuffer) =>
  body instanceof ArrayBuffer ? Buffer.from(body) : Buffer.from(String(body))

function fieldsOf(headers: Headers, { type, size, stream }: Content, method: string, agent: string) {
  const fields: Record<string, string | number> = Object.fromEntries(headers)
  fields['user-agent'] ??= agent
  fields['accept'] ??= '*/*'
  fields['accept-encoding'] ??= 'gzip, deflate, br'
  if (type) fields['content-type'] ??= type
  if (size !== undefined) fields['content-length'] = size
  else if (!stream && !/^(?:GET|HEAD)$/.test(method)) fields['content-length'] = 0
  return fields
}

async function write(request: ClientRequest, content: Content, onUpload: TransportRequest['onUpload']) {
  const { bytes, stream, size } = content
  if (!stream) {
    request.end(bytes)
    if (bytes) onUpload?.(bytes.byteLength, size)
    return
  }
  async function* counted(source: ReadableStream<Uint8Array>) {
    let sent = 0
    for await (const chunk of source) {
      yield chunk
      // The next chunk is read after this one is written.
      sent += chunk.byteLength
      onUpload?.(sent, size)
    }
  }
  await pipeline(Readable.from(counted(stream), { objectMode: false }), request)
}

/** Sends by node:http over keep-alive connections, cheaper than fetch. Resolves and rejects like fetch. */
export function nodeTransport(given: NodeTransportOptions = {}): Transport {
  const { proxy, product, maxTextBytes = MOST_TEXT_BYTES, ...options } = given
  const agent = userAgent(product)
  const kept = { ...KEPT, ...options } as const
  const agents = { 'http:': new HttpAgent(kept), 'https:': new HttpsAgent(kept) }
  const fixed = typeof proxy === 'string' ? proxyAt(proxy) : undefined
  const routes = new Map<string, ReturnType<typeof routesBy>>()

  const known = new Map<string, Route | undefined>()

  /** Undefined for an address that is reached directly. Asks the environment once for each origin. */
  function routeTo(url: URL): Route | undefined {
    const { origin } = url
    if (!known.has(origin)) known.set(origin, newRouteTo(url))
    return known.get(origin)
  }

  function newRouteTo(url: URL): Route | undefined {
    const by = proxy === false ? undefined : (fixed ?? environmentProxy(url))
    if (!by) return undefined
    const found = routes.get(by.href) ?? routesBy(by, kept)
    routes.set(by.href, found)
    return found[url.protocol === 'https:' ? 'https:' : 'http:']
  }

  function exchange(
    url: URL,
    { method, headers, body, signal, onUpload }: TransportRequest,
    isFirst = false,
  ) {
    return new Promise<IncomingMessage>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const content: Content = body === undefined || body === null ? {} : contentOf(body)
      const isTls = url.protocol === 'https:'
      const route = routeTo(url)
      const request = (isTls ? httpsRequest : httpRequest)(url, {
        method,
        headers: { ...fieldsOf(headers, content, method, agent), ...route?.headers(url) },
        agent: route?.agent ?? agents[isTls ? 'https:' : 'http:'],
        ...route?.send(url),
      })
      const fail = (cause: unknown) => {
        if (signal.aborted) reject(signal.reason)
        // The server had closed the kept connection. It is gone by now, so that this ends.
        else if (
          request.reusedSocket &&
          !isAnswered &&
          SAFE_METHOD.test(method) &&
          codeOf(cause) === 'ECONNRESET'
        )
          resolve(exchange(url, { url: url.href, method, headers, body, signal, onUpload }))
        else reject(isFirst && !isConnected ? Object.assign(failed(cause), { sent: false }) : failed(cause))
      }
      let isConnected = false
      request.once('socket', (socket: Socket) =>
        whenConnected(request, socket, () => {
          isConnected = true
        }),
      )
      let isAnswered = false
      const abort = () => {
        request.destroy(signal.reason instanceof Error ? signal.reason : undefined)
        // A request without a socket, such as one whose tunnel is being opened, tells its end only later.
        reject(signal.reason)
      }
      signal.addEventListener('abort', abort, { once: true })
      request.once('close', () => signal.removeEventListener('abort', abort))
      request.once('response', (message) => {
        isAnswered = true
        // An early reply makes the rest of the body unnecessary.
        message.once('end', () => request.writableFinished || request.destroy())
        resolve(message)
      })
      request.on('error', fail)
      write(request, content, onUpload).catch((cause: unknown) => {
        if (!isAnswered) request.destroy()
        fail(cause)
      })
    })
  }

  return async (first) => {
    let request = first
    for (let redirects = 0; ; redirects++) {
      const message = await exchange(new URL(request.url), request, redirects === 0)
      const next = redirected(request, message)
      if (!next) return new NodeResponse(message, request.url, redirects > 0, maxTextBytes)
      message.resume()
      if (redirects === MOST_REDIRECTS) throw failed(new Error('redirect count exceeded'))
      request = next
    }
  }
}

/** Calls back once a request has a connection, with TLS if it is to have it. */
function whenConnected({ reusedSocket }: ClientRequest, socket: Socket, tell: () => void): void {
  const isTls = 'encrypted' in socket
  if (reusedSocket || (!isTls && !socket.connecting)) tell()
  else socket.once(isTls ? 'secureConnect' : 'connect', tell)
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code // what node:net rejects with

const failed = (cause: unknown) => new TypeError('fetch failed', { cause })

/** The request that a reply leads to, by the rules of fetch; undefined if it leads nowhere. */
function redirected(request: TransportRequest, { statusCode = 0, headers }: IncomingMessage) {
  const { location } = headers
  if (location === undefined || ![301, 302, 303, 307, 308].includes(statusCode)) return undefined
  const { method, body, url } = request
  const next = { ...request, url: new URL(location, url).href, headers: new Headers(request.headers) }
  // The token must not reach another origin.
  if (new URL(next.url).origin !== new URL(url).origin) next.headers.delete('Authorization')
  if (/^(?:GET|HEAD)$/.test(method)) return next
  if (statusCode === 303 || (statusCode < 303 && method === 'POST')) {
    for (const name of ['Content-Type', 'Content-Length']) next.headers.delete(name)
    return { ...next, method: 'GET', body: undefined }
  }
  if (body instanceof ReadableStream)
    throw failed(new Error('a stream that was sent cannot follow a redirect'))
  return next
}
