import type { DbPool } from '../../db/database.ts'
import { inTransaction, type Transact } from '../../db/transaction.ts'
import { tooMany } from '../../errors.ts'
import { lastPosition, numberEvents } from './order.ts'

const LOOK_MS = 1_000
/** Requests of one user that wait at the same time. */
const MOST_PER_USER = 8

interface Waiter {
  userId: number
  after: number
  wake(): void
}

interface Options {
  db: DbPool
  now(): Date
  onError(error: unknown): void
}

/**
 * Lets requests wait for new events without a database connection: while some wait, one look a second numbers what was
 * committed and reads the last position, which also finds events of other copies of the server.
 */
export class EventWatch {
  readonly #options: Options
  readonly #transact: Transact
  readonly #waiters = new Set<Waiter>()
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
    this.#transact = (work) => inTransaction(options.db, work)
  }

  /**
   * Waits until there is an event after a position, the time is over, or the server stops.
   * @throws HttpError 429 if the user has too many waiting requests
   */
  async beyond(after: number, { userId, ms, signal }: { userId: number; ms: number; signal: AbortSignal }) {
    const own = [...this.#waiters].filter((waiter) => waiter.userId === userId)
    if (own.length >= MOST_PER_USER) throw tooMany('A-015', '同时等待事件的请求过多', 5)
    if (this.#isStopped || signal.aborted) return
    await new Promise<void>((resolve) => {
      const waiter = { userId, after, wake: resolve }
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        this.#waiters.delete(waiter)
        resolve()
      }
      waiter.wake = end
      const timer = setTimeout(end, ms)
      signal.addEventListener('abort', end)
      this.#waiters.add(waiter)
      this.#timer ??= setTimeout(() => void this.#look(), LOOK_MS)
    })
  }

  /** Number of waiting requests. */
  get size(): number {
    return this.#waiters.size
  }

  /** Answers all waiting requests, and those that follow at once. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    for (const { wake } of this.#waiters) wake()
  }

  async #look(): Promise<void> {
    const { db, now, onError } = this.#options
    try {
      await numberEvents(db, this.#transact, now())
      const last = await lastPosition(db)
      for (const { after, wake } of this.#waiters) if (last > after) wake()
    } catch (error) {
      onError(error)
    }
    const isNeeded = this.#waiters.size > 0 && !this.#isStopped
    this.#timer = isNeeded ? setTimeout(() => void this.#look(), LOOK_MS) : undefined
  }
}
