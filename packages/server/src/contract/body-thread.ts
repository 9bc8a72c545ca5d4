import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { HttpError } from '../errors.ts'
import { workerPath } from '../runtime/package-root.ts'
import type { OperationId } from './operation-id.ts'
import { type LargeBody, type Refusal, toError } from './read-body.ts'

export interface BodyTask {
  operationId: OperationId
  bytes: Uint8Array
}

export type BodyAnswer = { body: LargeBody } | { unreadable: Refusal }

export interface BodyThreadOptions {
  /** Heap limit in megabytes. The largest legal body needs about 20. */
  megabytes?: number
  /** Time limit per body in milliseconds, including the start of the thread. */
  timeoutMs?: number
  /** Maximum bytes of all queued and current bodies. */
  mostWaiting?: number
}

const busy = () => new HttpError(503, '系统繁忙，请稍后再试', { retryAfterSeconds: 2 })

/**
 * Reads large bodies in a thread, one at a time, so that they do not block the event loop. The thread starts on demand.
 * A body that exceeds memory or time fails only its own call; the next one gets a new thread.
 */
export class BodyThread {
  readonly #options: Required<BodyThreadOptions>
  #worker: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor({
    megabytes = 128,
    timeoutMs = 15_000,
    mostWaiting = 64 * 1024 * 1024,
  }: BodyThreadOptions = {}) {
    this.#options = { megabytes, timeoutMs, mostWaiting }
  }

  /**
   * Transfers the bytes to the thread.
   * @throws HttpError 400 for an unreadable body, 503 if too many bodies wait or the thread failed
   */
  async read(bytes: Buffer, operationId: OperationId): Promise<LargeBody> {
    const size = bytes.length
    if (this.#waiting + size > this.#options.mostWaiting) throw busy()
    this.#waiting += size
    const turn = this.#last.then(() => this.#ask({ operationId, bytes }))
    this.#last = turn.catch(() => undefined)
    try {
      const answer = await turn
      if ('unreadable' in answer) throw toError(answer.unreadable)
      return answer.body
    } finally {
      this.#waiting -= size
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(workerPath('read-body'), {
      resourceLimits: { maxOldGenerationSizeMb: this.#options.megabytes },
    })
    // Without a listener an error of the thread would end the process; `exit` follows it.
    worker.on('error', () => undefined)
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
    })
    // An idle thread must not keep the process alive.
    worker.unref()
    this.#worker = worker
    return worker
  }

  async #ask(task: BodyTask): Promise<BodyAnswer> {
    const worker = this.#worker ?? this.#start()
    const end = new AbortController()
    const stop = () => end.abort()
    const timer = setTimeout(stop, this.#options.timeoutMs)
    worker.once('exit', stop)
    try {
      const { buffer, byteLength } = task.bytes
      const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
      worker.postMessage(task, isWhole ? [buffer] : [])
      const [answer] = await once(worker, 'message', { signal: end.signal })
      return answer
    } catch {
      if (this.#worker === worker) this.#worker = undefined
      await worker.terminate()
      throw busy()
    } finally {
      clearTimeout(timer)
      worker.off('exit', stop)
    }
  }
}
