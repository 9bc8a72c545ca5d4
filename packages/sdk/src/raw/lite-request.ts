import type { SentBody } from '../http/body.ts'

interface LiteInit extends Omit<RequestInit, 'body' | 'headers'> {
  body?: SentBody
  headers: Headers
}

/**
 * What openapi-fetch makes instead of a Request: a record of it.
 * A native Request takes the body away and would have to be cloned before each sending; this one keeps the body
 * as it was given, so that a replay needs no copy.
 */
export class LiteRequest {
  readonly url: string
  readonly init: LiteInit

  constructor(url: string, init: LiteInit) {
    this.url = url
    this.init = init
    // openapi-fetch calls every body but a form JSON; what is not text names its own type.
    if (typeof init.body !== 'string' && init.headers.get('Content-Type') === 'application/json') {
      init.headers.delete('Content-Type')
    }
  }
}
