import { busy, TaskThread } from '../../../runtime/task-thread.ts'
import type { WriteTask, Written } from './write.ts'

const MOST_WAITING = 50

/** Writes official documents in a thread, which keeps the fonts for a minute after the last one. */
export class DocumentThread {
  readonly #thread = new TaskThread<WriteTask, Written>({
    name: 'write-document',
    megabytes: 512,
    timeoutMs: 60_000,
    idleMs: 60_000,
  })
  #waiting = 0

  /** @throws HttpError 503 if too many documents wait or the thread failed */
  async write(task: WriteTask): Promise<Written> {
    if (this.#waiting >= MOST_WAITING) throw busy()
    this.#waiting += 1
    try {
      return await this.#thread.run(task)
    } finally {
      this.#waiting -= 1
    }
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}
