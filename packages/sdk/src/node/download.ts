import {
  type CallOptions,
  type FileReply,
  failureMessages,
  fileNameOf,
  isXinchuError,
  MalformedResponseError,
  type RetryOptions,
} from '@xinchu/sdk'
import { observe } from '../http/observe.ts'
import { defaultRetry, delayBefore, isPromised, pause, withDefaults } from '../http/retry.ts'
import { assertFree, PartFile, type Whole } from './part-file.ts'

export interface DownloadOptions {
  /** Interrupts the download. What has arrived stays as `….part`, if the file can be continued. */
  signal?: AbortSignal
  /** Called with the received bytes and the total, if the server tells it. */
  onProgress?: (received: number, total: number | undefined) => void
  /** Replaces a file that is there. */
  force?: boolean
  /**
   * Retries without progress. Each connection that brings bytes starts the count anew. A 503 with `Retry-After` is not
   * counted, as in other calls.
   */
  retry?: Partial<RetryOptions>
  /** Time-out of each connection in milliseconds; 0 or Infinity for none. Default: that of the client for files. */
  timeout?: number
}

/** A file on the disk. */
export interface Downloaded {
  path: string
  /** In bytes. */
  size: number
  /** File name from the server, without any path; undefined if it sent none. */
  fileName: string | undefined
  contentType: string
}

/** The place of a file, also by what the server calls it. */
export type DownloadTarget = string | ((reply: Omit<FileReply, 'blob'>) => string)

const NEVER = new AbortController().signal
const NOTHING: Whole = { etag: undefined, total: undefined }

/** The reply is of no use: the next one is asked for the rest. */
class AskForRest extends Error {}

// A part is counted in bytes as they are stored, not as they are compressed for one reply.
const isPacked = ({ headers }: Response) => !/^(?:identity)?$/i.test(headers.get('content-encoding') ?? '')

function wholeOf(response: Response): Whole {
  const { headers } = response
  if (isPacked(response)) return NOTHING
  const etag = headers.get('etag') ?? undefined
  const total = headers.get('content-length')
  return { etag: etag?.startsWith('"') ? etag : undefined, total: total === null ? undefined : Number(total) }
}

const digestIn = ({ headers }: Response) =>
  /(?:^|,)\s*sha-256=:([^:]+):/i.exec(headers.get('repr-digest') ?? '')?.[1]

const describe = ({ headers }: Response): Omit<FileReply, 'blob'> => ({
  fileName: fileNameOf(headers.get('content-disposition')),
  contentType: headers.get('content-type') ?? '',
})

/** What has to do with one file: its part, and what goes wrong on this side. */
class Download {
  readonly #target: DownloadTarget
  readonly #options: DownloadOptions
  #part: PartFile | undefined
  #digest: string | undefined
  // Failure of this machine, such as a full disk, which is no failure of the call.
  #failure: unknown
  #placed: string | undefined

  constructor(target: DownloadTarget, options: DownloadOptions) {
    this.#target = target
    this.#options = options
  }

  /** Sends calls until the file is in its place. */
  async run(call: (options: CallOptions) => Promise<FileReply>): Promise<Downloaded> {
    if (typeof this.#target === 'string') await this.#open(this.#target)
    const retry = withDefaults(defaultRetry, this.#options.retry)
    let isSecond = false
    for (let attempt = 0; ; ) {
      const before = this.#part?.size ?? 0
      try {
        const { fileName, contentType } = await call(this.#callOptions(retry))
        const size = await this.#finish()
        if (size !== undefined) return { path: this.#placed ?? '', size, fileName, contentType }
        if (isSecond) throw new MalformedResponseError(failureMessages.unreachable)
        isSecond = true
      } catch (error) {
        if (this.#failure !== undefined) throw this.#failure
        if (!isXinchuError(error)) throw error
        if (error.cause instanceof AskForRest) continue
        if ((this.#part?.size ?? 0) > before) attempt = 0
        const isLast = attempt >= retry.times || isPromised(error)
        if (error.method !== 'GET' || isLast || !retry.when(error)) throw error
        // After an abort the next call rejects.
        const over = pause(delayBefore(attempt, error.retryAfterMs, retry), this.#options.signal ?? NEVER)
        await over.catch(() => undefined)
        attempt += 1
      }
    }
  }

  /** Leaves what can be continued. Does nothing after the end. */
  async leave(): Promise<void> {
    await this.#part?.leave()
  }

  #callOptions(retry: RetryOptions): CallOptions {
    const { signal, timeout } = this.#options
    const { etag, size = 0 } = this.#part ?? {}
    return {
      ...(signal ? { signal } : {}),
      ...(timeout === undefined ? {} : { timeout }),
      // The call itself waits for a server that says when it is back, until the time-out. Nothing has arrived then.
      retry: {
        ...retry,
        times: Math.min(retry.times, 1),
        when: (error) => isPromised(error) && retry.when(error),
      },
      receive: this.#receive,
      ...(etag && size > 0
        ? { headers: { Range: `bytes=${size}-`, 'If-Range': etag, 'Accept-Encoding': 'identity' } }
        : {}),
    }
  }

  /** Writes the bytes of a reply as they arrive. */
  #receive = async (response: Response): Promise<Blob> => {
    try {
      const part = this.#part ?? (await this.#partFor(response))
      const total = await this.#locate(part, response)
      this.#digest = isPacked(response) ? undefined : digestIn(response)
      await this.#pour(part, response, total)
      return new Blob()
    } catch (error) {
      await response.body?.cancel().catch(() => undefined)
      throw error
    }
  }

  async #open(path: string): Promise<PartFile> {
    const { force, signal } = this.#options
    if (!force) await assertFree(path)
    this.#placed = path
    this.#part = await PartFile.open(path, signal)
    return this.#part
  }

  /** The part of a target that the reply decides. */
  async #partFor(response: Response): Promise<PartFile> {
    const path = typeof this.#target === 'string' ? this.#target : this.#target(describe(response))
    const part = await this.#own(this.#open(path))
    if (part.size > 0 && part.etag === wholeOf(response).etag) throw new AskForRest()
    return part
  }

  /** Brings the part to where the reply begins. Returns the size of the whole file, if the server tells it. */
  async #locate(part: PartFile, response: Response): Promise<number | undefined> {
    if (response.status !== 206) {
      const whole = wholeOf(response)
      await this.#own(part.begin(whole))
      return whole.total
    }
    const [, from, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
    if (Number(from) === part.size) return Number(total)
    // Not what was asked for.
    await this.#own(part.begin(NOTHING))
    throw new AskForRest()
  }

  async #pour(part: PartFile, { body }: Response, total: number | undefined): Promise<void> {
    const { onProgress } = this.#options
    for await (const chunk of body ?? []) {
      await this.#own(part.write(chunk))
      if (onProgress) observe(() => onProgress(part.size, total))
    }
    if (total !== undefined && part.size !== total)
      throw new TypeError(`${part.size} of ${total} bytes arrived`)
  }

  /** Notes what fails on this machine. */
  #own<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      this.#failure = error
      throw error
    })
  }

  /** Puts the file in its place and returns its size. Undefined if its bytes are not those of the server. */
  async #finish(): Promise<number | undefined> {
    const part = this.#part
    if (!part) throw new TypeError('the call is not sent with its options')
    if (this.#digest !== undefined && (await part.digest()) !== this.#digest) {
      await part.begin(NOTHING)
      return undefined
    }
    const { size } = part
    await part.finish(this.#options.force ?? false)
    this.#part = undefined
    return size
  }
}

/**
 * Downloads a file to the disk, without holding it in memory. It appears at its place when it is whole and on the disk. An
 * interrupted download goes on where it was, in this call and in the next one for the same place, if the server gives the file
 * in parts; otherwise it starts anew and leaves nothing.
 * @param call sends the call with the options it gets: `(options) => xinchu.files.download(id, options)`
 * @throws EEXIST if there is a file that `force` does not replace, and what the disk and the call throw
 */
export async function downloadTo(
  target: DownloadTarget,
  call: (options: CallOptions) => Promise<FileReply>,
  options: DownloadOptions = {},
): Promise<Downloaded> {
  const download = new Download(target, options)
  try {
    return await download.run(call)
  } finally {
    await download.leave()
  }
}
