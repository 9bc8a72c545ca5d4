import type { AnyXinchuError } from '../errors.ts'
import type { Session } from '../session/session.ts'
import { bodyOf, type SentBody } from './body.ts'
import { Deadline } from './deadline.ts'
import { failureOf, Pipeline, type PipelineOptions } from './pipeline.ts'
import { pathText, queryText } from './query.ts'
import { randomId, requestId } from './random-id.ts'
import { readReply } from './reply.ts'
import type { CallOptions, Exchange, Http, Operation } from './types.ts'

export interface ConnectionOptions extends PipelineOptions {
  baseUrl: string
}

/** Sends the operations of the resource functions, and makes typed errors of refusals. */
export class Connection implements Http {
  readonly #options: ConnectionOptions
  readonly #pipeline: Pipeline

  constructor(options: ConnectionOptions, session: () => Session) {
    this.#options = options
    this.#pipeline = new Pipeline(options, session)
  }

  send = async <T>(operation: Operation, call: CallOptions = {}): Promise<T> => {
    // Before anything is sent only the caller can be at fault, as with a missing path parameter.
    const exchange = this.#exchangeOf(operation, call)
    const { deadline, reply } = exchange
    let isOpen = false
    try {
      const response = await this.#pipeline.send(exchange)
      isOpen = response.ok && (reply === 'stream' || reply === 'raw')
      // A stream has begun with its headers; what comes then has no end.
      if (isOpen && reply === 'stream') deadline.lift()
      // The reply is what the contract says of this operation; the generated caller names it.
      return (await readReply(response, exchange)) as T
    } catch (cause) {
      const error = failureOf(cause, exchange)
      if (!operation.isQuiet) this.#tell(error)
      throw error
    } finally {
      // An open stream still ends with the caller's signal.
      if (!isOpen) deadline.release()
    }
  }

  #exchangeOf(operation: Operation, call: CallOptions): Exchange {
    const { method, path, params, query, body: given, reply = 'json', upload, isRepeatable, init } = operation
    const { baseUrl, timeouts } = this.#options
    const asked = query ? queryText(query) : ''
    const url = baseUrl + pathText(path, params) + (asked && `?${asked}`)
    // A raw body is one already.
    const body = given === undefined || reply === 'raw' ? (given as SentBody) : bodyOf(given)
    const headers = new Headers(call.headers)
    if (typeof body === 'string' && !headers.has('Content-Type'))
      headers.set('Content-Type', 'application/json')
    const key = call.idempotencyKey
    if (key) headers.set('Idempotency-Key', key === true ? randomId() : key)
    const deadline = new Deadline(
      call.timeout ?? (reply === 'file' || upload ? timeouts.file : timeouts.ordinary),
      call.signal,
    )
    const shown = path.replace(/\?.*/, '')
    const id = requestId()
    return {
      method,
      url,
      headers,
      body,
      init,
      path: shown,
      requestId: id,
      deadline,
      reply,
      isRepeatable,
      call,
    }
  }

  #tell(error: AnyXinchuError): void {
    const { hooks } = this.#options
    if (error.kind === 'forbidden') hooks.onForbidden?.(error)
    hooks.onError?.(error)
  }
}
