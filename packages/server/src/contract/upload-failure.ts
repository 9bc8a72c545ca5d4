import type { IncomingMessage } from 'node:http'
import { HttpError, malformed } from '../errors.ts'
import { markDrained } from '../runtime/connections.ts'

const fileRefused = (status: number, message: string): HttpError =>
  new HttpError(status, message, { errors: [{ field: 'file', message }] })

export const tooLarge = (maxBytes: number): HttpError =>
  fileRefused(413, `文件超出规定大小：${Math.round(maxBytes / 1024 / 1024)}MB`)

const stalled = (ms: number): HttpError =>
  new HttpError(408, `上传中断：${Math.round(ms / 1000)}秒内没有收到数据，请检查网络后重新上传`)

const NO_SPACE: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])
const UNREADABLE = '上传的内容不完整或格式不正确，请重新上传'

/** Converts a failed upload to a refusal. Errors of neither the form nor the disk pass through. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof HttpError || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : undefined
  if (NO_SPACE.has(code)) return new HttpError(507, '存储空间不足，暂时不能上传，请联系平台运维人员')
  if (code === 'FST_FILES_LIMIT') return fileRefused(413, '一次只能上传一个文件')
  // The parser throws plain errors; the plugin's errors have a code.
  const isOfForm = code === undefined ? error.constructor === Error : code.startsWith('FST_')
  return isOfForm ? malformed(UNREADABLE, [{ field: 'file', message: UNREADABLE }]) : error
}

// Minimum progress of an upload.
const LEAST_BYTES = 4096

/** Watches the progress of an arriving body. */
export class Progress {
  readonly #aborted = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly signal: AbortSignal = this.#aborted.signal
  /** Rejects when the body stalls. */
  readonly stalled: Promise<never>

  constructor({ socket }: IncomingMessage, idleMs: number) {
    let seen = socket.bytesRead
    this.#timer = setInterval(() => {
      if (socket.bytesRead - seen < LEAST_BYTES) this.#aborted.abort(stalled(idleMs))
      seen = socket.bytesRead
    }, idleMs)
    this.stalled = new Promise((_resolve, reject) => {
      this.signal.addEventListener('abort', () => reject(this.signal.reason), { once: true })
    })
    // The caller may have stopped waiting.
    this.stalled.catch(() => undefined)
  }

  end(): void {
    clearInterval(this.#timer)
  }
}

const REST_BYTES = 128 * 1024 * 1024
const REST_MS = 30_000
const STALLED_MS = 1_000

/**
 * Discards the rest of a refused body, so that the reply arrives and the connection can be reused. Closes the connection
 * if the rest is too large or stalls.
 */
export function takeRest(body: IncomingMessage, isStalled: boolean): void {
  if (body.readableEnded || body.destroyed) return
  markDrained(body)
  let left = REST_BYTES
  body.on('error', () => undefined)
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) body.destroy()
  })
  const timer = setTimeout(() => body.destroy(), isStalled ? STALLED_MS : REST_MS)
  body.once('close', () => clearTimeout(timer))
  body.unpipe()
  body.resume()
}
