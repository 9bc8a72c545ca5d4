import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { Config } from '../../../config.ts'
import { StoreUnavailableError } from './object-store.ts'

export type S3Config = NonNullable<Config['s3']>

export interface S3Request {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  key: string
  /** Query with its question mark. */
  query?: string
  body?: Buffer | string
  headers?: Readonly<Record<string, string>>
  /** For the head of the reply, in milliseconds. */
  timeoutMs?: number
}

/** Attempts after the first, and the pause before each in milliseconds. */
const PAUSES = [200, 1_000]
const HEAD_MS = 10_000

const isPassing = (status: number) => status === 429 || status >= 500

/** Path-style address of an object. */
const addressOf = ({ endpoint, bucket }: S3Config, { key, query = '' }: S3Request): string =>
  `${endpoint}/${bucket}/${key}${query}`

/** Signs requests, limits their time, and repeats them when the store is busy or cannot be reached. */
export class S3Client {
  readonly #config: S3Config
  readonly #signer: AwsClient

  constructor(config: S3Config) {
    this.#config = config
    const { accessKeyId, secretAccessKey, region } = config
    this.#signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  }

  /**
   * Returns the reply of a request that succeeded, or one whose status is expected.
   * @throws StoreUnavailableError after the last attempt, or for any other refusal
   */
  async send(request: S3Request, expected: readonly number[] = []): Promise<Response> {
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#once(request).catch((error: unknown) => new StoreUnavailableError(error))
      const wait = PAUSES[attempt]
      if (outcome instanceof Response && (outcome.ok || expected.includes(outcome.status))) return outcome
      if (outcome instanceof Response) {
        const reason = (await outcome.text().catch(() => '')).slice(0, 500)
        if (!isPassing(outcome.status) || wait === undefined)
          throw new StoreUnavailableError(new Error(`${request.method} answers ${outcome.status}: ${reason}`))
      } else if (wait === undefined) throw outcome
      await pause(wait)
    }
  }

  async #once(request: S3Request): Promise<Response> {
    const { method, body, headers = {}, timeoutMs = HEAD_MS } = request
    const signed = await this.#signer.sign(addressOf(this.#config, request), {
      method,
      headers,
      ...(body === undefined ? {} : { body: body as BodyInit }), // a Buffer is one; the DOM type excludes shared memory
    })
    const head = new AbortController()
    const timer = setTimeout(() => head.abort(new Error(`no reply within ${timeoutMs} ms`)), timeoutMs)
    try {
      return await fetch(signed, { signal: head.signal })
    } finally {
      clearTimeout(timer)
    }
  }
}
