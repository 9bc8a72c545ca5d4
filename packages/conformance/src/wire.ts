import type { Transport } from '@xinchu/sdk'
import type { Operation } from '@xinchu/sdk/operations'
import { type Deviation, DeviationError } from './types.ts'

const REQUEST_MS = 30_000
// A busy server is asked once more, but never waited for longer.
const LONGEST_WAIT_S = 10
const EXCERPT = 200

export interface Sent {
  operation?: Operation | undefined
  method?: string
  /** Address below the server's; needless with an operation. */
  path?: string
  params?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, unknown>>
  headers?: Readonly<Record<string, string>>
  /** Sent as JSON, or as it is if it is a form. */
  body?: unknown
  /** Text to be sent in place of JSON. */
  text?: string
  /** Value of the Authorization header. */
  token?: string | undefined
  /** A reply 429 is what the call is made for. */
  expectsRefusal?: boolean
}

/** What came for a request. */
export interface Answer {
  readonly operation: Operation | undefined
  readonly method: string
  readonly path: string
  /** Sent with the request. */
  readonly requestId: string
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  readonly text: string
  /** The parsed body; undefined if it is none. */
  readonly json: unknown
  readonly isJson: boolean
}

export interface Wire {
  readonly count: number
  /** @throws DeviationError without a reply; the signal's reason once that is aborted */
  send(sent: Sent): Promise<Answer>
}

export interface WireOptions {
  url: string
  transport: Transport
  signal: AbortSignal
  /** Marks the requests of one run. */
  run: string
  /** Most requests of a run. */
  limit: number
  onAnswer(answer: Answer): void
}

/** The query as the contract writes it: lists repeat their key. */
function queryText(query: Sent['query'] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isJsonType = (headers: Headers) => /^application\/json\b/i.test(headers.get('content-type') ?? '')

/** Part of a reply that a report may show: no token ever. */
function excerptOf({ text, isJson, bytes }: Answer): string {
  if (!isJson && bytes.some((byte) => byte < 9)) return `（${bytes.byteLength} 字节）`
  const safe = text.replace(/"(token|refreshToken|randomNumber|password)":"[^"]*"/g, '"$1":"…"')
  return safe.length > EXCERPT ? `${safe.slice(0, EXCERPT)}…` : safe
}

/** Tells what an answer has in place of what the contract says. */
export const deviationOf = (answer: Answer, message: string): Deviation => ({
  message,
  request: `${answer.method} ${answer.path}`,
  status: answer.status,
  requestId: answer.requestId,
  excerpt: excerptOf(answer),
})

function bodyOf({ body, text }: Sent): { body: BodyInit | undefined; type?: string } {
  if (body instanceof FormData) return { body }
  if (text !== undefined) return { body: text }
  return body === undefined ? { body: undefined } : { body: JSON.stringify(body), type: 'application/json' }
}

/** The path with its parameters filled in. */
function pathOf({ operation, path, params }: Sent): string {
  const text = path ?? operation?.path ?? '/'
  return text.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(params?.[name] ?? '')))
}

function headersOf({ token, headers = {} }: Sent, requestId: string, type: string | undefined): Headers {
  const all = new Headers({ 'X-Request-Id': requestId, Accept: '*/*' })
  if (type) all.set('Content-Type', type)
  if (token) all.set('Authorization', token)
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  return all
}

/** Sends one request and reads its whole reply. @throws DeviationError without a reply */
async function answerTo(sent: Sent, requestId: string, options: WireOptions): Promise<Answer> {
  const { url, transport, signal } = options
  const { operation, method = operation?.method ?? 'GET' } = sent
  const path = pathOf(sent)
  const { body, type } = bodyOf(sent)
  const headers = headersOf(sent, requestId, type)
  const within = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)])
  try {
    const address = url + path + queryText(sent.query)
    const reply = await transport({ url: address, method, headers, body, signal: within })
    const { status } = reply
    const bytes = new Uint8Array(await reply.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    const isJson = isJsonType(reply.headers)
    const json = isJson ? parsed(text) : undefined
    return { operation, method, path, requestId, status, headers: reply.headers, bytes, text, json, isJson }
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    const message = within.aborted ? `${REQUEST_MS / 1000} 秒内没有回复` : '没有回复'
    throw Object.assign(new DeviationError({ message, request: `${method} ${path}`, requestId }), { cause })
  }
}

/** Sends single requests and reads whole replies, exactly as they are. */
export function wireOf(options: WireOptions): Wire {
  const { run, limit, onAnswer } = options
  let count = 0

  async function once(sent: Sent): Promise<Answer> {
    count += 1
    if (count > limit) throw new Error(`已发出 ${limit} 次请求，到此为止`)
    const answer = await answerTo(sent, `${run}-${count}`, options)
    onAnswer(answer)
    return answer
  }

  return {
    get count() {
      return count
    },
    async send(sent) {
      const answer = await once(sent)
      const wait = Number(answer.headers.get('retry-after'))
      const isBusy = answer.status === 429 || answer.status === 503
      if (!isBusy || sent.expectsRefusal || !(wait > 0 && wait <= LONGEST_WAIT_S)) return answer
      await new Promise((resolve) => setTimeout(resolve, wait * 1000))
      return once(sent)
    },
  }
}
