import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { HttpError } from '../errors.ts'
import { workerPath } from '../runtime/package-root.ts'
import { type LargeBody, type Refusal, toError } from './read-body.ts'
import type { OperationId } from './types.ts'

export interface BodyTask {
  operationId: OperationId
  bytes: Uint8Array
}

export type BodyAnswer = { body: LargeBody } | { unreadable: Refusal }

export interface BodyThreadOptions {
  /** Of JavaScript objects; the largest legal body needs some 20. */
  megabytes?: number
  /** One body, the start of the thread included. */
  timeoutMs?: number
  /** Bytes of all bodies that wait or are being read. */
  mostWaiting?: number
}

const busy = () => new HttpError(503, '系统繁忙，请稍后再试', { retryAfterSeconds: 2 })

/**
 * Reads large bodies one after the other in a thread, so that none of them holds up the event loop. The thread begins with
 * the first of them. One that runs out of memory or time costs that call alone; the next one gets a new thread.
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
   * The bytes are the thread's from then on.
   * @throws HttpError 400 when they cannot be read, 503 when there are too many or the thread failed
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
    // An idle thread keeps no process alive.
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
