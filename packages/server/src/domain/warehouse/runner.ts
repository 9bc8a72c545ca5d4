import type { DbPool } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { runTask } from './run-task.ts'
import { claimTask, hasTask } from './tasks.ts'

const LOOK_MS = 500
/** Without tasks: what another copy stores, that copy takes up. */
const IDLE_MS = 5_000

interface Options {
  db: DbPool
  now: () => Date
  onError(error: unknown): void
}

/**
 * Does comparisons and syncs of official data apart from their requests. All state is in the table, so any copy of the
 * server takes up the task that is due, also one that a killed copy has begun.
 */
export class WarehouseRunner {
  readonly #options: Options
  readonly #stopped = new AbortController()
  #timer: NodeJS.Timeout
  #running: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#timer = this.#lookAfter(LOOK_MS)
  }

  /** Looks for tasks at once. */
  wake(): void {
    if (this.#stopped.signal.aborted) return
    clearTimeout(this.#timer)
    this.#timer = this.#lookAfter(0)
  }

  #lookAfter(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#running = this.#running.then(() => this.#look())
    }, ms).unref()
  }

  async #look(): Promise<void> {
    const { db, now, onError } = this.#options
    let isWaiting = true
    try {
      const task = await claimTask(db)
      if (task) await runTask({ transact: (work) => inTransaction(db, work), now }, task)
      isWaiting = task !== undefined || (await hasTask(db))
    } catch (error) {
      onError(error)
    }
    if (this.#stopped.signal.aborted) return
    clearTimeout(this.#timer)
    this.#timer = this.#lookAfter(isWaiting ? LOOK_MS : IDLE_MS)
  }

  /** Stops after the task under way. Another copy, or the next start, takes up the others. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#stopped.abort()
    await this.#running
  }
}
