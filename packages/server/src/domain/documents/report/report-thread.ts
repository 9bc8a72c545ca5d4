import { busy, TaskThread } from '../../../runtime/task-thread.ts'
import type { Report } from './model.ts'

const MOST_WAITING = 50

/** Draws reports in a thread, which keeps the fonts for a minute after the last one. */
export class ReportThread {
  readonly #thread = new TaskThread<Report, Uint8Array>({
    name: 'draw-report',
    megabytes: 256,
    timeoutMs: 30_000,
    idleMs: 60_000,
  })
  #waiting = 0

  /** @throws HttpError 503 if too many reports wait or the thread failed */
  async draw(report: Report): Promise<Uint8Array> {
    if (this.#waiting >= MOST_WAITING) throw busy()
    this.#waiting += 1
    try {
      return await this.#thread.run(report)
    } finally {
      this.#waiting -= 1
    }
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}
