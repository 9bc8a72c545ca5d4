import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { checkedLookup, hostOf, isAllowed, PrivateAddress } from './addresses.ts'
import { signaturesOf } from './sign.ts'

/** The whole call: name, connection, request and reply. */
const TIMEOUT_MS = 15_000

export interface Message {
  /** Stays the same when the message is sent again. */
  id: string
  type: 'events' | 'test'
  data: object
}

export interface Target {
  url: string
  /** The secrets that are valid now, the newest first. */
  secrets: readonly string[]
  allowsLoopback: boolean
}

/** What came of a call. Without an error it was accepted. */
export interface Outcome {
  status?: number
  error?: string
  milliseconds: number
}

const HAS_SUCCEEDED = (status: number) => status >= 200 && status < 300

function failureOf(error: NodeJS.ErrnoException): string {
  if (error instanceof PrivateAddress) return error.message
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return '超时'
  return `不能连接（${error.code ?? error.name}）`
}

/** Sends a request and reads no more of the reply than its status. */
function statusOf(
  { url, allowsLoopback }: Target,
  headers: http.OutgoingHttpHeaders,
  body: string,
  signal: AbortSignal,
) {
  const address = new URL(url)
  const host = hostOf(address)
  const { request } = address.protocol === 'http:' && allowsLoopback ? http : https
  return new Promise<number>((resolve, reject) => {
    // A literal address is not looked up.
    if (isIP(host) && !isAllowed(host, allowsLoopback)) throw new PrivateAddress()
    const sent = request(address, {
      method: 'POST',
      headers,
      // A connection of its own: none that was made when the name led elsewhere.
      agent: false,
      lookup: checkedLookup(allowsLoopback),
      signal,
    })
    sent.once('error', reject)
    sent.once('response', (response) => {
      resolve(response.statusCode ?? 0)
      response.on('error', () => undefined)
      response.destroy()
    })
    sent.end(body)
  })
}

/** Sends a signed message once. Redirects are not followed. Never rejects. */
export async function send(
  target: Target,
  message: Message,
  now: Date,
  stop?: AbortSignal,
): Promise<Outcome> {
  const started = performance.now()
  const milliseconds = () => Math.round(performance.now() - started)
  const body = JSON.stringify({ type: message.type, timestamp: now.toISOString(), data: message.data })
  const seconds = Math.floor(now.getTime() / 1000)
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'User-Agent': 'Xinchu-Webhooks/1',
    'webhook-id': message.id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signaturesOf(target.secrets, { id: message.id, seconds, body }),
  }
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const signal = stop ? AbortSignal.any([timeout, stop]) : timeout
  try {
    const status = await statusOf(target, headers, body, signal)
    const outcome = { status, milliseconds: milliseconds() }
    return HAS_SUCCEEDED(status) ? outcome : { ...outcome, error: `对方回复 ${status}` }
  } catch (error) {
    return { error: failureOf(error as NodeJS.ErrnoException), milliseconds: milliseconds() } // what node rejects with
  }
}
