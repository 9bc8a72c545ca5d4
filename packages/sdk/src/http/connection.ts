import type { paths } from '@xinchu/sdk/schema'
import type { Client } from 'openapi-fetch'
import type { AnyXinchuError } from '../errors.ts'
import type { Session } from '../session/session.ts'
import { bodyOf } from './body.ts'
import { Deadline } from './deadline.ts'
import { failureOf, Pipeline, type PipelineOptions } from './pipeline.ts'
import { randomId, requestId } from './random-id.ts'
import { readReply } from './reply.ts'
import { type AnyOperation, type LiteRequest, openapiClient, READ } from './request.ts'
import type { CallOptions, Exchange, Http, Operation } from './types.ts'

const SAFE_METHOD = /^(?:GET|HEAD|OPTIONS)$/

export interface ConnectionOptions extends PipelineOptions {
  baseUrl: string
}

/** Sends operations through openapi-fetch and turns refusals into typed errors. */
export class Connection implements Http {
  /** openapi-fetch over the contract's paths and methods, in the same session. */
  readonly raw: Client<paths>
  readonly #operations: AnyOperation
  readonly #options: ConnectionOptions
  readonly #pipeline: Pipeline
  readonly #session: () => Session

  constructor(options: ConnectionOptions, session: () => Session) {
    this.#options = options
    this.#session = session
    this.#pipeline = new Pipeline(options, session)
    this.raw = openapiClient(options.baseUrl, (request) => this.#sendRaw(request))
    this.#operations = this.raw as unknown as AnyOperation // the generated functions carry the types
  }

  send = async <T>(operation: Operation, call: CallOptions = {}): Promise<T> => {
    const { method, path, params = {}, query = {}, body, reply } = operation
    let result: unknown
    await this.#operations.request(method, path, {
      params: { path: params, query },
      body,
      headers: headersOf(call),
      bodySerializer: reply === 'raw' ? (sent) => sent : bodyOf,
      fetch: async (request) => {
        result = await this.#transfer(request, operation, call)
        return READ
      },
    })
    // The contract defines the reply of this operation; the generated caller names its type.
    return result as T
  }

  #sendRaw(request: LiteRequest): Promise<Response> {
    const { method = 'GET', body, signal, headers: _set, ...init } = request.init
    const { baseUrl } = this.#options
    const path = request.url.slice(baseUrl.length)
    // A call may override the URL, but its token must not reach another origin.
    if (!request.url.startsWith(baseUrl) || path[0] !== '/')
      throw new TypeError(`${request.url} is not of the platform`)
    const operation: Operation = { method, path, reply: 'raw', upload: body instanceof FormData, init }
    return this.#transfer(request, operation, signal ? { signal } : {}) as Promise<Response> // as a raw reply is
  }

  async #transfer(request: LiteRequest, operation: Operation, call: CallOptions): Promise<unknown> {
    const exchange = this.#exchangeOf(request, operation, call)
    const { deadline, reply } = exchange
    let isOpen = false
    try {
      const response = await this.#pipeline.send(exchange)
      isOpen = response.ok && (reply === 'stream' || reply === 'raw')
      // A stream starts with its headers and has no end, so the deadline stops here.
      if (isOpen && reply === 'stream') deadline.lift()
      return await readReply(response, exchange)
    } catch (cause) {
      const error = failureOf(cause, exchange)
      if (!operation.isQuiet) this.#tell(error)
      throw error
    } finally {
      // The caller's signal still ends an open stream.
      if (!isOpen) deadline.release()
    }
  }

  #exchangeOf(
    { url, init: { headers, body } }: LiteRequest,
    operation: Operation,
    call: CallOptions,
  ): Exchange {
    const { method, path, reply = 'json', upload, isRepeatable, init } = operation
    const { ordinary, file } = this.#options.timeouts
    const limit = call.timeout ?? (reply === 'file' || upload ? file : ordinary)
    return {
      method,
      url,
      headers,
      body,
      init,
      path: path.replace(/\?.*/, ''),
      requestId: requestId(),
      deadline: new Deadline(limit, call.signal, () => this.#session().isRecovering),
      reply,
      isRepeatable,
      isSafe: call.isSafe ?? SAFE_METHOD.test(method),
      call,
    }
  }

  #tell(error: AnyXinchuError): void {
    const { hooks } = this.#options
    if (error.kind === 'forbidden') hooks.onForbidden?.(error)
    hooks.onError?.(error)
  }
}

function headersOf({ headers = {}, idempotencyKey: key }: CallOptions): Readonly<Record<string, string>> {
  return key ? { ...headers, 'Idempotency-Key': key === true ? randomId() : key } : headers
}
