import type { Transport } from '@xinchu/sdk'
import { adaptersOf, unlessAborted } from './adapters.ts'
import type { FakePlatform } from './fake-platform.ts'
import { type Random, randomOf } from './random.ts'
import { refusalResponse, refuse } from './reply.ts'

/** What goes wrong with a request. Only `lostReply` and `truncatedBody` let the platform process it. */
export type FaultKind = 'refusal401' | 'rateLimit' | 'serverError' | 'reset' | 'lostReply' | 'truncatedBody'

/** Each rate is the share of requests, from 0 to 1; all together are at most 1. */
export interface FaultOptions {
  /** The same seed and order of requests injects the same faults. Default 1. */
  seed?: number
  /** Milliseconds before each request is sent: at most so many, or between two numbers. */
  latency?: number | readonly [least: number, most: number]
  /** Storms of 401: each one refuses so many requests in a row, `length`, except those of `/auth/`. */
  refuse401?: { rate: number; length: number }
  /** 429 with Retry-After in seconds. */
  rateLimit?: { rate: number; retryAfter: number }
  /** 500, 502 with the HTML of a gateway, or 503. */
  serverErrors?: number
  /** The connection breaks before the request arrives. */
  resets?: number
  /** The request is processed, its reply is lost. */
  lostReplies?: number
  /** The request is processed, its reply breaks off in the middle. */
  truncatedBodies?: number
  /** Requests that may fail. Default: all. */
  only?: (request: { method: string; path: string }) => boolean
}

export interface InjectedFault {
  /** Number of the request, from 1. */
  request: number
  kind: FaultKind
  method: string
  path: string
}

export interface FaultReport {
  /** In order of injection. */
  readonly injected: readonly InjectedFault[]
  count(kind?: FaultKind): number
  /** Injects nothing from now on. */
  stop(): void
}

const lost = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })

/** Breaks a body off in the middle. A reply without a body, and a stream of events, stay whole. */
async function truncated(reply: Response): Promise<Response> {
  if (!reply.body || reply.headers.get('content-type')?.startsWith('text/event-stream')) return reply
  const bytes = new Uint8Array(await reply.arrayBuffer())
  const headers = new Headers(reply.headers)
  headers.set('Content-Length', String(bytes.length))
  const half = bytes.subarray(0, Math.floor(bytes.length / 2))
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(half),
    pull: (controller) => controller.error(new TypeError('terminated')),
  })
  return new Response(body, { status: reply.status, headers })
}

const GATEWAY = '<html><body><h1>502 Bad Gateway</h1></body></html>'

function serverError(random: Random): Response {
  const status = random.pick([500, 502, 503] as const)
  if (status === 502) return new Response(GATEWAY, { status, headers: { 'Content-Type': 'text/html' } })
  return refusalResponse(
    refuse(status, status === 500 ? '系统繁忙，请稍后再试' : '系统暂时不可用，请稍后再试'),
    {
      at: new Date(),
    },
  )
}

interface Step {
  kind: FaultKind | undefined
  delayMs: number
}

/** Decides for each request in order. */
class Injector implements FaultReport {
  readonly injected: InjectedFault[] = []
  readonly #options: FaultOptions
  readonly #random: Random
  readonly #rates: readonly (readonly [kind: FaultKind, rate: number])[]
  #requests = 0
  // Requests that the present storm still refuses.
  #storm = 0
  #isStopped = false

  /** @throws RangeError for rates that are more than 1 together, or below 0 */
  constructor(options: FaultOptions) {
    const { refuse401, rateLimit, serverErrors, resets, lostReplies, truncatedBodies } = options
    this.#options = options
    this.#random = randomOf(options.seed ?? 1)
    this.#rates = [
      ['refusal401', refuse401?.rate ?? 0],
      ['rateLimit', rateLimit?.rate ?? 0],
      ['serverError', serverErrors ?? 0],
      ['reset', resets ?? 0],
      ['lostReply', lostReplies ?? 0],
      ['truncatedBody', truncatedBodies ?? 0],
    ]
    const sum = this.#rates.reduce((all, [, rate]) => all + rate, 0)
    if (sum > 1 + Number.EPSILON || this.#rates.some(([, rate]) => rate < 0))
      throw new RangeError('rates are between 0 and 1, all together at most 1')
  }

  count(kind?: FaultKind): number {
    return this.injected.filter((each) => kind === undefined || each.kind === kind).length
  }

  stop(): void {
    this.#isStopped = true
  }

  #next(request: { method: string; path: string }): Step {
    this.#requests += 1
    const { latency = 0, only } = this.#options
    const [least, most] = typeof latency === 'number' ? [0, latency] : latency
    // Both are drawn for every request, so that one that is spared does not change the others.
    const delayMs = this.#random.integer(least, most)
    const drawn = this.#random.next()
    if (this.#isStopped) return { kind: undefined, delayMs: 0 }
    if (only?.(request) === false) return { kind: undefined, delayMs }
    const kind = this.#kindOf(drawn, request.path.includes('/auth/'))
    if (kind) this.injected.push({ request: this.#requests, kind, ...request })
    return { kind, delayMs }
  }

  #kindOf(drawn: number, isAuth: boolean): FaultKind | undefined {
    if (this.#storm > 0 && !isAuth) {
      this.#storm -= 1
      return 'refusal401'
    }
    let below = 0
    for (const [kind, rate] of this.#rates) {
      below += rate
      if (drawn >= below) continue
      if (kind !== 'refusal401') return kind
      if (isAuth) return undefined
      this.#storm = (this.#options.refuse401?.length ?? 1) - 1
      return kind
    }
    return undefined
  }

  /** Sends a request, or lets it fail. */
  async send(
    request: { method: string; path: string; signal: AbortSignal },
    work: () => Promise<Response>,
  ): Promise<Response> {
    const { method, path, signal } = request
    const { kind, delayMs } = this.#next({ method, path })
    if (delayMs > 0) {
      const wait = new Promise<void>((resolve) => setTimeout(resolve, delayMs))
      await unlessAborted(wait, signal)
    }
    const moment = { at: new Date() }
    switch (kind) {
      case undefined:
        return work()
      case 'refusal401':
        return refusalResponse(refuse(401, '登录过期，请重新登录'), moment)
      case 'rateLimit': {
        const headers = { 'Retry-After': String(this.#options.rateLimit?.retryAfter ?? 1) }
        return refusalResponse(refuse(429, '操作过于频繁，请稍后再试', { headers }), moment)
      }
      case 'serverError':
        return serverError(this.#random)
      case 'reset':
        throw lost('ECONNRESET')
      case 'lostReply':
        await work()
        throw lost('UND_ERR_SOCKET')
      case 'truncatedBody':
        return truncated(await work())
    }
  }
}

type Fetch = typeof globalThis.fetch

const isTransportRequest = (input: unknown): input is Parameters<Transport>[0] =>
  typeof input === 'object' && input !== null && !(input instanceof Request) && !(input instanceof URL)

/** Method, path and signal of what fetch or a transport is called with. */
function requestOf(input: Parameters<Fetch>[0] | Parameters<Transport>[0], init: RequestInit = {}) {
  const isWhole = isTransportRequest(input) || input instanceof Request
  const { pathname } = new URL(isWhole ? input.url : String(input), 'http://localhost')
  const method = (isWhole ? input.method : init.method) ?? 'GET'
  const signal = init.signal ?? (isWhole ? input.signal : undefined) ?? new AbortController().signal
  return { method: method.toUpperCase(), path: pathname, signal }
}

function isPlatform(target: FakePlatform | Fetch | Transport): target is FakePlatform {
  return typeof target !== 'function'
}

/**
 * Makes requests fail by a seed: those of a fake platform, of fetch, or of any transport. `faults` of the result lists and
 * counts what was injected.
 * @throws RangeError for rates that are more than 1 together
 */
export function withFaults(
  platform: FakePlatform,
  options: FaultOptions,
): FakePlatform & { readonly faults: FaultReport }
export function withFaults<Sender extends Fetch | Transport>(
  send: Sender,
  options: FaultOptions,
): Sender & { readonly faults: FaultReport }
export function withFaults(
  target: FakePlatform | Fetch | Transport,
  options: FaultOptions,
): (FakePlatform | Fetch | Transport) & { readonly faults: FaultReport } {
  const faults = new Injector(options)
  if (isPlatform(target)) {
    const send = (request: Request) => faults.send(requestOf(request), () => target.fetch(request))
    return { ...target, ...adaptersOf(send), faults }
  }
  type Input = Parameters<Fetch>[0] | Parameters<Transport>[0]
  const own = target as (input: Input, init?: RequestInit) => Promise<Response> // called with what its wrapper gets
  const send = (input: Input, init?: RequestInit) =>
    faults.send(requestOf(input, init), () => own(input, init))
  return Object.assign(send, { faults })
}
