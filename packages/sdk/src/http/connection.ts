import type { paths } from '@xinchu/sdk/schema'
import createRawClient, { type Client } from 'openapi-fetch'
import { isXinchuError } from '../errors.ts'
import type { Session } from '../session/session.ts'
import { bodyOf } from './body.ts'
import { Deadline } from './deadline.ts'
import { LiteRequest } from './lite-request.ts'
import { pathText, queryText } from './query.ts'
import { randomId, requestId } from './random-id.ts'
import { readReply } from './reply.ts'
import { failureOf, Transport, type TransportOptions } from './transport.ts'
import type { CallOptions, Exchange, Http, Operation } from './types.ts'

export interface ConnectionOptions extends TransportOptions {
  baseUrl: string
}

/** The raw client for an operation that is known only at run time. */
interface AnyOperation {
  request(
    method: string,
    path: string,
    init: {
      params: { path: object; query: object }
      body: unknown
      headers: Readonly<Record<string, string>>
      parseAs: 'stream'
      exchange: Exchange
    },
  ): Promise<{ response: Response }>
}

/** Sends the operations of the resource functions through the raw client, and makes typed errors of refusals. */
export class Connection implements Http {
  /** The contract's paths and methods as they are, through openapi-fetch, over the same transport. */
  readonly raw: Client<paths>
  readonly #options: ConnectionOptions
  readonly #operations: AnyOperation

  constructor(options: ConnectionOptions, session: () => Session) {
    this.#options = options
    const transport = new Transport(options, session)
    this.raw = createRawClient<paths>({
      baseUrl: options.baseUrl,
      Request: LiteRequest as unknown as typeof Request, // openapi-fetch only constructs it and hands it to `fetch`
      fetch: (request) => transport.fetch(request as unknown as LiteRequest), // so this is what it hands over
      querySerializer: queryText,
      pathSerializer: pathText,
      bodySerializer: bodyOf,
    })
    this.#operations = this.raw as unknown as AnyOperation // the generated functions carry the types
  }

  async send<T>(operation: Operation, call: CallOptions = {}): Promise<T> {
    const { method, path, params = {}, query = {}, body, reply = 'json' } = operation
    const deadline = new Deadline(call.timeout ?? this.#timeoutOf(operation), call.signal)
    const exchange: Exchange = { path, requestId: requestId(), deadline, reply, onUpload: call.onUpload }
    const headers = headersOf(call)
    let response: Response | undefined
    let isOpen = false
    try {
      const init = { params: { path: params, query }, body, headers, parseAs: 'stream', exchange } as const
      response = (await this.#operations.request(method, path, init)).response
      isOpen = reply === 'stream' && response.ok
      if (isOpen) deadline.lift()
      // The reply is what the contract says of this operation; the generated caller names it.
      return (await readReply(response, operation, exchange, call)) as T
    } catch (cause) {
      // Before anything was sent only the caller can be at fault, as with a missing path parameter.
      if (response === undefined && !isXinchuError(cause)) throw cause
      throw this.#told(cause, exchange, operation)
    } finally {
      // An open stream still ends with the caller's signal.
      if (!isOpen) deadline.release()
    }
  }

  #told(cause: unknown, exchange: Exchange, { method, isQuiet }: Operation) {
    const error = failureOf(cause, exchange, method)
    if (isQuiet) return error
    if (error.kind === 'forbidden') this.#options.hooks.onForbidden?.(error)
    this.#options.hooks.onError?.(error)
    return error
  }

  #timeoutOf({ reply, upload }: Operation): number {
    const { ordinary, file } = this.#options.timeouts
    // A stream has begun with its headers; what comes then has no end.
    return reply === 'file' || upload ? file : ordinary
  }
}

function headersOf({ headers = {}, idempotencyKey }: CallOptions): Readonly<Record<string, string>> {
  if (!idempotencyKey) return headers
  return { ...headers, 'Idempotency-Key': idempotencyKey === true ? randomId() : idempotencyKey }
}
