import { isXinchuError } from '../errors.ts'
import type { files } from '../gen/resources.ts'
import type { CallOptions } from '../http/types.ts'
import type { FileInfo, FileSession } from '../types.ts'
import { patiently } from './patience.ts'

type FileCalls = ReturnType<typeof files>

/**
 * A file to upload: a File, or its name and size with a Blob or a stream of its bytes. A stream is read once, so that only
 * what follows the first missing part can be sent again.
 */
export type FileSource = File | { name: string; content: Blob } | StreamSource

interface StreamSource {
  name: string
  /** In bytes, exactly. */
  size: number
  content: AsyncIterable<Uint8Array>
}

export interface UploadOptions {
  bizType: FileInfo['bizType']
  /** The record that gets the file at once, such as a demonstration project. */
  bizId?: number
  signal?: AbortSignal
  /** Called with the uploaded bytes and the total. */
  onProgress?: (sent: number, total: number) => void
  /** Called with the upload's id, with which another call resumes it within a day. Small files have none. */
  onSession?: (id: number) => void
  /** Id of the upload to resume. If it has expired or belongs to another file, a new upload starts. */
  resume?: number | undefined
}

/** Larger files are sent in parts. */
const PLAIN_BYTES = 8 * 1024 * 1024

/** Reads parts of a file in ascending order. */
interface Reader {
  name: string
  size: number
  read(from: number, to: number): Promise<Blob>
}

const isStream = (source: FileSource): source is StreamSource =>
  !(source instanceof Blob) && !(source.content instanceof Blob)

function streamReader({ name, size, content }: StreamSource): Reader {
  const iterator = content[Symbol.asyncIterator]()
  let at = 0
  let held: Uint8Array[] = []
  let bytes = 0
  return {
    name,
    size,
    async read(from, to) {
      while (at + bytes < to) {
        const { value, done } = await iterator.next()
        if (done) throw new RangeError(`${name} 不足 ${size} 字节`)
        held.push(value)
        bytes += value.byteLength
      }
      const all = new Blob(held as BlobPart[]) // the DOM type only excludes shared memory
      const rest = all.slice(to - at)
      held = [new Uint8Array(await rest.arrayBuffer())]
      const part = all.slice(from - at, to - at)
      at = to
      bytes = rest.size
      return part
    },
  }
}

function readerOf(source: FileSource): Reader {
  if (isStream(source)) return streamReader(source)
  const content = source instanceof Blob ? source : source.content
  return { name: source.name, size: content.size, read: async (from, to) => content.slice(from, to) }
}

/** Digest in hexadecimal; undefined where the browser has none, on pages without https. */
async function digestOf(part: Blob): Promise<string | undefined> {
  const hash = await globalThis.crypto?.subtle?.digest('SHA-256', await part.arrayBuffer())
  return hash && Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

class PartedUpload {
  readonly #calls: FileCalls
  readonly #file: Reader
  readonly #options: UploadOptions
  #sent = 0

  constructor(calls: FileCalls, file: Reader, options: UploadOptions) {
    this.#calls = calls
    this.#file = file
    this.#options = options
  }

  async run(): Promise<FileInfo> {
    const session = await this.#open()
    this.#options.onSession?.(session.id)
    const { size } = this.#file
    const received = new Map(session.parts.map(({ number, sha256 }) => [number, sha256]))
    for (let from = 0, number = 1; from < size; from += session.partSize, number += 1) {
      const part = await this.#file.read(from, Math.min(size, from + session.partSize))
      const sha256 = await digestOf(part)
      const known = received.get(number)
      // Without a digest the caller vouches for the file.
      if (known === undefined || (sha256 !== undefined && sha256 !== known))
        await this.#send(session, number, part, sha256)
      this.#sent += part.size
      this.#tell(0)
    }
    try {
      return await patiently(() => this.#calls.finishUpload(session.id, this.#call()), this.#options.signal)
    } catch (error) {
      // The file itself was refused. Its parts would only fill the user's quota.
      if (
        isXinchuError(error) &&
        error.kind !== 'malformed' &&
        (error.status === 415 || error.status === 422)
      )
        await this.#calls.cancelUpload(session.id).catch(() => undefined)
      throw error
    }
  }

  #call(): CallOptions {
    const { signal } = this.#options
    return signal ? { signal } : {}
  }

  #tell(more: number): void {
    const { size } = this.#file
    this.#options.onProgress?.(Math.min(size, this.#sent + more), size)
  }

  /** The upload to resume, or a new one. */
  async #open(): Promise<FileSession> {
    const { resume, bizType, bizId } = this.#options
    const { name: fileName, size } = this.#file
    if (resume !== undefined) {
      const found = await this.#calls.getUpload(resume, this.#call()).catch((error: unknown) => {
        if (isXinchuError(error) && error.kind === 'not-found') return undefined
        throw error
      })
      if (found?.fileName === fileName && found.size === size) return found
    }
    const draft = { fileName, size, bizType, ...(bizId === undefined ? {} : { bizId }) }
    return this.#calls.startUpload(draft, { ...this.#call(), idempotencyKey: true })
  }

  async #send({ id }: FileSession, number: number, part: Blob, sha256: string | undefined): Promise<void> {
    const body = { file: part, ...(sha256 ? { sha256 } : {}) }
    // Progress counts the form around the file too.
    const onUpload = (sent: number) => this.#tell(Math.min(sent, part.size))
    await patiently(
      () => this.#calls.putPart(id, number, body, { ...this.#call(), onUpload }),
      this.#options.signal,
    )
  }
}

/**
 * Uploads a file, in parts from 8 MB on. Failed parts are retried. An aborted or interrupted upload continues when
 * called with the same file and `resume`.
 */
export async function uploadFile(
  calls: FileCalls,
  source: FileSource,
  options: UploadOptions,
): Promise<FileInfo> {
  const file = readerOf(source)
  if (file.size > PLAIN_BYTES) return new PartedUpload(calls, file, options).run()
  const { bizType, bizId, signal, onProgress } = options
  const content = await file.read(0, file.size)
  const body = {
    file: new File([content], file.name),
    bizType,
    ...(bizId === undefined ? {} : { bizId }),
  }
  return calls.upload(body, {
    idempotencyKey: true,
    ...(signal ? { signal } : {}),
    onUpload: (sent) => onProgress?.(Math.min(sent, file.size), file.size),
  })
}
