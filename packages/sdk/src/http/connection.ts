import { type AnyXinchuError, isXinchuError } from '../errors.ts'
import type { Session } from '../session/session.ts'
import { bodyOf, type SentBody } from './body.ts'
import { Deadline } from './deadline.ts'
import { observe } from './observe.ts'
import { failureOf, Pipeline, type PipelineOptions } from './pipeline.ts'
import { pathText, queryText } from './query.ts'
import { randomId, requestId } from './random-id.ts'
import { readReply } from './reply.ts'
import type { CallOptions, Exchange, Http, Operation } from './types.ts'

const SAFE_METHOD = /^(?:GET|HEAD|OPTIONS)$/

export interface ConnectionOptions extends PipelineOptions {
  /** Without a slash at its end; empty or a path for the page's own origin. */
  baseUrl: string
}

/** Sends operations and turns refusals into typed errors. */
export class Connection implements Http {
  readonly #options: ConnectionOptions
  readonly #pipeline: Pipeline
  readonly #session: () => Session

  constructor(options: ConnectionOptions, session: () => Session) {
    this.#options = options
    this.#session = session
    this.#pipeline = new Pipeline(options, session)
  }

  send = async <T>(operation: Operation, call: CallOptions = {}): Promise<T> => {
    const exchange = this.#exchangeOf(operation, call)
    const { deadline, reply } = exchange
    let isOpen = false
    try {
      const response = await this.#pipeline.send(exchange)
      isOpen = response.ok && (reply === 'stream' || reply === 'raw')
      // A stream starts with its headers and has no end, so the deadline stops here.
      if (isOpen && reply === 'stream') deadline.lift()
      // The contract defines the reply of this operation; the generated caller names its type.
      return readReply(response, exchange) as T
    } catch (cause) {
      const error = failureOf(cause, exchange)
      if (isXinchuError(error) && !(operation.isQuiet || call.isQuiet)) this.#tell(error)
      throw error
    } finally {
      // The caller's signal still ends an open stream.
      if (!isOpen) deadline.release()
    }
  }

  #exchangeOf(operation: Operation, call: CallOptions): Exchange {
    const { method, path, params, query = {}, reply = 'json', upload, isRepeatable, init } = operation
    const { baseUrl, timeouts } = this.#options
    const { ordinary, file } = timeouts
    const search = queryText(query)
    const url = baseUrl + pathText(path, params) + (search && `?${search}`)
    if (!/^https?:/.test(url) && typeof location === 'undefined') throw new TypeError('baseUrl is empty')
    const given = operation.body
    const body = reply === 'raw' || given === undefined ? (given as SentBody) : bodyOf(given) // a raw body is one of fetch
    const headers = headersOf(call)
    if (typeof body === 'string' && !headers.has('Content-Type'))
      headers.set('Content-Type', 'application/json')
    return {
      method,
      url,
      headers,
      body,
      init,
      path: path.replace(/\?.*/, ''),
      requestId: requestId(),
      deadline: new Deadline(
        call.timeout ?? (reply === 'file' || upload ? file : ordinary),
        call.signal,
        () => this.#session().isRecovering,
      ),
      reply,
      isRepeatable,
      isSafe: call.isSafe ?? SAFE_METHOD.test(method),
      call,
      attempts: 0,
    }
  }

  #tell(error: AnyXinchuError): void {
    const { hooks } = this.#options
    if (error.kind === 'forbidden') observe(() => hooks.onForbidden?.(error))
    observe(() => hooks.onError?.(error))
  }
}

/** @throws TypeError if a header has characters that no header can carry */
function headersOf({ headers, idempotencyKey: key }: CallOptions): Headers {
  try {
    const made = new Headers(headers)
    if (key)
      made.set(
        'Idempotency-Key',
        key === true ? randomId() : /^[!-~]*$/.test(key) ? key : encodeURIComponent(key),
      )
    return made
  } catch (cause) {
    throw new TypeError('a header needs encodeURIComponent', { cause })
  }
}
