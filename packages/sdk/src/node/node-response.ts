import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { createBrotliDecompress, createInflate, createUnzip } from 'node:zlib'
import { failureMessages, MalformedResponseError } from '@xinchu/sdk'

const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}
// Another try would bring the same.
const tooLong = (most: number) =>
  new MalformedResponseError(failureMessages.unreachable, {
    cause: new RangeError(`答复超过 ${most} 字节`),
  })

const WITHOUT_BODY = new Set([204, 205, 304])

function decoded(message: IncomingMessage): Readable {
  const decoder = DECODERS[message.headers['content-encoding']?.toLowerCase() ?? '']?.()
  if (!decoder) return message
  message.once('error', (error) => decoder.destroy(error))
  return message.pipe(decoder)
}

/**
 * A Response over a node:http reply. Reads text without web streams, which cost more than the rest of a call.
 * Everything else delegates to a native Response.
 */
export class NodeResponse implements Response {
  readonly status: number
  readonly statusText: string
  readonly ok: boolean
  readonly url: string
  readonly redirected: boolean
  readonly type = 'default'
  readonly #message: IncomingMessage
  #headers: Headers | undefined
  #native: Response | undefined
  #isRead = false

  readonly #maxTextBytes: number

  constructor(message: IncomingMessage, url: string, redirected: boolean, maxTextBytes: number) {
    this.#message = message
    this.#maxTextBytes = maxTextBytes
    this.status = message.statusCode ?? 0
    this.statusText = message.statusMessage ?? ''
    this.ok = this.status >= 200 && this.status < 300
    this.url = url
    this.redirected = redirected
  }

  get headers(): Headers {
    if (!this.#headers) {
      this.#headers = new Headers()
      const { rawHeaders } = this.#message
      for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
        this.#headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
      }
    }
    return this.#headers
  }

  get bodyUsed(): boolean {
    return this.#isRead || (this.#native?.bodyUsed ?? false)
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    return this.#asNative().body
  }

  async text(): Promise<string> {
    if (this.#native) return this.#native.text()
    if (this.#isRead) throw new TypeError('Body is unusable: Body has already been read')
    this.#isRead = true
    const chunks: Buffer[] = []
    let bytes = 0
    await new Promise<void>((resolve, reject) => {
      const fail = (cause: unknown) => reject(new TypeError('terminated', { cause }))
      const source = decoded(this.#message)
      source.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.byteLength
        if (bytes <= this.#maxTextBytes) return
        reject(tooLong(this.#maxTextBytes))
        chunks.length = 0
        source.destroy()
        this.#message.destroy()
      })
      source.once('end', resolve)
      source.once('error', fail)
      // A broken connection closes the message without `end`. Rejecting after a resolve has no effect.
      this.#message.once('close', () => this.#message.complete || fail(this.#message.errored))
    })
    const text = (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString('utf8') // there is one
    return text.startsWith('\ufeff') ? text.slice(1) : text
  }

  json(): Promise<unknown> {
    return this.text().then(JSON.parse)
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#asNative().arrayBuffer()
  }

  blob(): Promise<Blob> {
    return this.#asNative().blob()
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.arrayBuffer())
  }

  formData(): Promise<FormData> {
    return this.#asNative().formData()
  }

  clone(): Response {
    return this.#asNative().clone()
  }

  #asNative(): Response {
    if (this.#isRead) throw new TypeError('Body is unusable: Body has already been read')
    if (!this.#native) {
      const body = WITHOUT_BODY.has(this.status) ? null : Readable.toWeb(decoded(this.#message))
      this.#native = new Response(body as ReadableStream | null, this) // the same streams under Node's own name
    }
    return this.#native
  }
}
