import type { components } from '@xinchu/sdk/schema'

/** A message that the platform sent: events in order, or a trial without any. */
export interface WebhookMessage {
  type: 'events' | 'test'
  /** When this copy was sent (RFC 3339). */
  timestamp: string
  data: {
    events: components['schemas']['RecordEvent'][]
    /** The position after which the next message goes on. */
    next: number
  }
}

/** A message that must not be trusted. Answer it with 401. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
}

export interface VerifyOptions {
  /** How far the clocks may be apart and a message may be delayed; 300 by default. Older ones are replays. */
  toleranceSeconds?: number
  /** The moment in milliseconds; the clock by default. */
  now?: number
}

/** Headers of a request, as fetch or Node gives them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : (headers as Readonly<Record<string, unknown>>)[name] // the other kind of headers
  if (typeof value !== 'string' || value === '') throw new WebhookRefused(`缺少请求头 ${name}`)
  return value
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' }

/** Compares in constant time, as `crypto.subtle.verify` does. */
async function isSigned(secret: string, signature: string, text: string): Promise<boolean> {
  const raw = bytesOf(secret.replace(/^whsec_/, ''))
  if (raw.length === 0) throw new TypeError('密钥应以 whsec_ 开头，其后为 Base64')
  const key = await crypto.subtle.importKey('raw', raw, ALGORITHM, false, ['verify'])
  return crypto.subtle.verify('HMAC', key, bytesOf(signature), new TextEncoder().encode(text))
}

const DEFAULT_TOLERANCE = 300

/**
 * Checks a message by the Standard Webhooks specification and returns it.
 * @param body the body as it came, before it is parsed
 * @param secret the secret of the address; during a rotation the old and the new one
 * @throws WebhookRefused for a wrong signature, or a message that is too old or from the future
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string,
  secret: string | readonly string[],
  { toleranceSeconds = DEFAULT_TOLERANCE, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookMessage> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  const isNumber = /^\d{1,12}$/.test(timestamp)
  if (!isNumber || Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookRefused('时间戳超出允许的范围')
  const text = `${id}.${timestamp}.${body}`
  for (const signature of signatures.split(' '))
    for (const each of typeof secret === 'string' ? [secret] : secret)
      if (signature.startsWith('v1,') && (await isSigned(each, signature.slice(3), text)))
        return JSON.parse(body) as WebhookMessage // signed by the platform
  throw new WebhookRefused('签名不正确')
}
