import { busy, TaskThread } from '../runtime/task-thread.ts'
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

/** Reads large bodies in a thread. Limits the bytes that wait for it. */
export class BodyThread {
  readonly #thread: TaskThread<BodyTask, BodyAnswer>
  readonly #mostWaiting: number
  #waiting = 0

  constructor({
    megabytes = 128,
    timeoutMs = 15_000,
    mostWaiting = 64 * 1024 * 1024,
  }: BodyThreadOptions = {}) {
    this.#thread = new TaskThread({ name: 'read-body', megabytes, timeoutMs })
    this.#mostWaiting = mostWaiting
  }

  /**
   * Transfers the bytes to the thread.
   * @throws HttpError 400 for an unreadable body, 503 if too many bodies wait or the thread failed
   */
  async read(bytes: Buffer, operationId: OperationId): Promise<LargeBody> {
    const size = bytes.length
    if (this.#waiting + size > this.#mostWaiting) throw busy()
    this.#waiting += size
    const { buffer, byteLength } = bytes
    const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    try {
      const answer = await this.#thread.run({ operationId, bytes }, isWhole ? [buffer] : [])
      if ('unreadable' in answer) throw toError(answer.unreadable)
      return answer.body
    } finally {
      this.#waiting -= size
    }
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}
