import { randomUUID } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { text as textOf } from 'node:stream/consumers'
import { day } from '../../runtime/time.ts'
import type { Answer, Description } from './description.ts'
import type { Values } from './language.ts'
import type { Outcome, SmsGateway, SmsMessage } from './message.ts'

export interface Credentials {
  key: string
  secret: string
}

/** More of a reply is not read. */
const MAX_REPLY = 65_536
/** A failure before anything of the message had left. */
class NotSent extends Error {
  constructor(cause: NodeJS.ErrnoException) {
    super(`不能连接（${cause.code ?? cause.name}）`)
  }
}

function valuesOf(message: SmsMessage, { signature, templates }: Description, now: Date): Values {
  const params = Object.entries(message.params).map(([name, value]) => [`param.${name}`, value])
  return {
    ...Object.fromEntries(params),
    phone: message.phone,
    phone86: `+86${message.phone}`,
    text: signature === '' ? message.text : `【${signature}】${message.text}`,
    signature,
    template: templates[message.template] ?? '',
    params: JSON.stringify(message.params),
    id: message.id,
    nonce: randomUUID(),
    time: String(Math.floor(now.getTime() / 1_000)),
    timeMs: String(now.getTime()),
    iso: now.toISOString(),
    day: day(now).replaceAll('-', ''),
  }
}

/** The request that hands a message over. */
export function requestOf(
  message: SmsMessage,
  description: Description,
  { key, secret }: Credentials,
  now: Date,
) {
  let values: Values = { ...valuesOf(message, description, now), key, secret }
  for (const [name, pattern] of description.values) values = { ...values, [name]: pattern.fill(values) }
  const body = description.body?.fill(values).toString()
  if (body !== undefined) values = { ...values, body }
  const headers = description.headers.map(([name, pattern]) => [name, pattern.fill(values).toString()])
  return { url: description.url.fill(values).toString(), headers: Object.fromEntries(headers), body }
}

interface Reply {
  status: number
  text: string
}

function exchange(
  method: string,
  { url, headers, body }: ReturnType<typeof requestOf>,
  signal: AbortSignal,
): Promise<Reply> {
  const { request } = url.startsWith('https:') ? https : http
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
    const sent = request(url, { method, headers: { ...headers, ...length }, signal, agent: false })
    let isOpen = false
    // Of a connection of its own: before it is open nothing of the message has left.
    sent.once('socket', (socket) =>
      socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => {
        isOpen = true
      }),
    )
    sent.once('error', (error) => reject(isOpen ? error : new NotSent(error)))
    sent.once('response', (response) => {
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MAX_REPLY) response.destroy(new Error('reply too long'))
      })
      textOf(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject)
    })
    sent.end(body)
  })
}

/** The value at a path of a JSON text, as a text. */
function valueAt(json: unknown, path: string): string | undefined {
  let value = json
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Readonly<Record<string, unknown>>)[name] // an object, by the line above
  }
  return value === undefined || value === null ? undefined : String(value)
}

function fits({ status, at, in: values }: Answer, reply: Reply, json: unknown): boolean {
  if (status && !status.includes(reply.status)) return false
  return at === undefined || (values?.includes(valueAt(json, at) ?? '\0') ?? false)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Outcome that a reply stands for. Whatever is not named is unclear: the message may have been taken. */
export function outcomeOf(
  { accepted, refused }: Pick<Description, 'accepted' | 'refused'>,
  reply: Reply,
): Outcome {
  const json = jsonOf(reply.text)
  const reason = `状态码 ${reply.status}${reply.text ? `：${reply.text.slice(0, 200)}` : ''}`
  if (fits(accepted, reply, json)) {
    const reference = accepted.reference === undefined ? undefined : valueAt(json, accepted.reference)
    return { state: 'accepted', reference }
  }
  if (refused && fits(refused, reply, json)) return { state: 'refused', reason }
  // These two refuse before anything is done.
  if (reply.status === 429 || (reply.status === 503 && json !== undefined)) return { state: 'unsent', reason }
  return { state: 'unclear', reason }
}

function failureOf(error: unknown): Outcome {
  if (error instanceof NotSent) return { state: 'unsent', reason: error.message }
  const { code = '', name, message } = error as NodeJS.ErrnoException // what Node's requests reject with
  // Thrown for an address or a header that is none, before a request is made.
  if (code.startsWith('ERR_INVALID_')) return { state: 'unsent', reason: code }
  if (name === 'TimeoutError' || name === 'AbortError') return { state: 'unclear', reason: '超时' }
  return { state: 'unclear', reason: code || message }
}

/** A gateway over HTTP, as its description says. Redirects are not followed. */
export function httpGateway(
  description: Description,
  credentials: Credentials,
  now: () => Date = () => new Date(),
): SmsGateway {
  return {
    isRepeatable: description.isRepeatable,
    async send(message) {
      try {
        const limit = AbortSignal.timeout(description.timeoutMs)
        const request = requestOf(message, description, credentials, now())
        return outcomeOf(description, await exchange(description.method, request, limit))
      } catch (error) {
        return failureOf(error)
      }
    },
  }
}
