import type { SentBody } from './body.ts'
import type { Exchange } from './types.ts'

interface LiteInit extends Omit<RequestInit, 'body' | 'headers'> {
  body?: SentBody
  headers: Headers
  /** What the resource functions add; calls of the raw client have none. */
  exchange?: Exchange
}

/**
 * What openapi-fetch makes instead of a Request: a record of it.
 * A native Request takes the body away and would have to be cloned before each sending; this one keeps the body
 * as it was given, so that a replay needs no copy.
 */
export class LiteRequest {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: SentBody
  readonly signal: AbortSignal | null
  readonly init: RequestInit
  readonly exchange: Exchange | undefined

  constructor(url: string, { body, headers, exchange, ...init }: LiteInit) {
    this.url = url
    this.method = init.method ?? 'GET'
    this.headers = headers
    this.body = body
    this.signal = init.signal ?? null
    this.init = init
    this.exchange = exchange
    // openapi-fetch calls every body but a form JSON; what is not text names its own type.
    if (typeof body !== 'string' && headers.get('Content-Type') === 'application/json') {
      headers.delete('Content-Type')
    }
  }
}
