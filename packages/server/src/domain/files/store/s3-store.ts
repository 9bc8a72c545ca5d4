import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import type { ByteRange } from '../byte-range.ts'
import type { LocalFile, ObjectStore, StoredFile } from './object-store.ts'
import { StoreUnavailableError } from './object-store.ts'
import { S3Client, type S3Config } from './s3-client.ts'

/** Larger files are sent in parts of this size, so that a server holds at most one part of each in memory. */
const PART_BYTES = 8 * 1024 * 1024
const PART_MS = 60_000
const REMOVE_MS = 5_000
/** A download fails after this much silence, or this many interruptions. */
const SILENCE_MS = 30_000
const INTERRUPTIONS = 3

async function partAt(handle: FileHandle, at: number, size: number): Promise<Buffer> {
  const length = Math.min(PART_BYTES, size - at)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at)
  if (bytesRead !== length) throw new Error('a received file is shorter than it was')
  return buffer
}

// The store refuses bytes that differ from their digest.
const digestHeader = (body: Buffer) => ({
  'X-Amz-Content-Sha256': createHash('sha256').update(body).digest('hex'),
})

const textIn = (xml: string, element: string) => new RegExp(`<${element}>([^<]+)</${element}>`).exec(xml)?.[1]

/** Size of the whole object, also in a reply with a part of it. */
const sizeIn = ({ status, headers }: Response): number =>
  Number(status === 206 ? headers.get('content-range')?.split('/')[1] : headers.get('content-length'))

/** Rejects when the promise takes too long. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no bytes within ${ms} ms`)), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/** Keeps files in a bucket of any S3-compatible store. */
export class S3Store implements ObjectStore {
  readonly #client: S3Client

  constructor(config: S3Config) {
    this.#client = new S3Client(config)
  }

  async put(key: string, { path, size }: LocalFile): Promise<void> {
    const handle = await open(path)
    try {
      if (size > PART_BYTES) await this.#putParts(key, handle, size)
      else await this.#putWhole(key, await partAt(handle, 0, size))
    } finally {
      await handle.close()
    }
    await rm(path, { force: true })
  }

  async #putWhole(key: string, body: Buffer): Promise<void> {
    const headers = digestHeader(body)
    await (await this.#client.send({ method: 'PUT', key, body, headers, timeoutMs: PART_MS })).arrayBuffer()
  }

  async #putParts(key: string, handle: FileHandle, size: number): Promise<void> {
    const begun = await (await this.#client.send({ method: 'POST', key, query: '?uploads=' })).text()
    const id = textIn(begun, 'UploadId')
    if (!id) throw new StoreUnavailableError(new Error('the store began no upload in parts'))
    const uploadId = encodeURIComponent(id)
    try {
      const parts: string[] = []
      for (let at = 0; at < size; at += PART_BYTES) {
        const body = await partAt(handle, at, size)
        const number = parts.length + 1
        const query = `?partNumber=${number}&uploadId=${uploadId}`
        const headers = digestHeader(body)
        const reply = await this.#client.send({
          method: 'PUT',
          key,
          query,
          body,
          headers,
          timeoutMs: PART_MS,
        })
        await reply.arrayBuffer()
        parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${reply.headers.get('etag')}</ETag></Part>`)
      }
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
      const query = `?uploadId=${uploadId}`
      const done = await this.#client.send({ method: 'POST', key, query, body, timeoutMs: PART_MS })
      const text = await done.text()
      // The store may answer 200 before it knows that it failed.
      if (!text.includes('CompleteMultipartUploadResult')) throw new StoreUnavailableError(new Error(text))
    } catch (error) {
      const query = `?uploadId=${uploadId}`
      await this.#client.send({ method: 'DELETE', key, query, timeoutMs: REMOVE_MS }).catch(() => undefined)
      throw error
    }
  }

  async open(file: StoredFile, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined> {
    const { from, to } = range ?? { from: 0, to: file.size - 1 }
    const first = await this.#get(file, from, to)
    // 416: what is stored is shorter.
    if (first.status === 404 || first.status === 416) {
      await first.arrayBuffer()
      return undefined
    }
    if (sizeIn(first) === file.size) return this.#bytes(file, first, from, to)
    await first.body?.cancel()
    return undefined
  }

  #get({ storage_key: key, size }: StoredFile, from: number, to: number): Promise<Response> {
    const headers = from > 0 || to < size - 1 ? { Range: `bytes=${from}-${to}` } : {}
    return this.#client.send({ method: 'GET', key, headers }, [404, 416])
  }

  /** The bytes of an opened object. An interrupted reply continues where it ended. */
  async *#bytes(file: StoredFile, first: Response, from: number, to: number): AsyncGenerator<Uint8Array> {
    let at = from
    let reply = first
    for (let interruptions = 0; at <= to; interruptions += 1) {
      const reader = reply.body?.getReader()
      try {
        for (;;) {
          const { value, done } = reader
            ? await within(reader.read(), SILENCE_MS)
            : { value: undefined, done: true }
          if (done || !value) break
          at += value.byteLength
          yield value
        }
      } catch (error) {
        if (interruptions >= INTERRUPTIONS) throw new StoreUnavailableError(error)
      } finally {
        await reader?.cancel().catch(() => undefined)
      }
      if (at > to) return
      if (interruptions >= INTERRUPTIONS) throw new StoreUnavailableError(new Error('bytes are missing'))
      reply = await this.#get(file, at, to)
      if (reply.status !== 206)
        throw new StoreUnavailableError(new Error(`answers ${reply.status} to a range`))
    }
  }

  async remove(key: string): Promise<void> {
    const reply = await this.#client.send({ method: 'DELETE', key, timeoutMs: REMOVE_MS }, [404])
    await reply.arrayBuffer()
  }
}
