import type { DbPool } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { numberEvents } from '../events/order.ts'
import { claimWebhook, deliver, type Means } from './deliver.ts'

const LOOK_MS = 1_000
/** Without any address, another copy of the server may still have got one. */
const IDLE_MS = 10_000
/** Addresses that are sent to at the same time. */
const AT_ONCE = 4

/** Twice the time-out of a call. */
const LEASE_SECONDS = 30

interface Options extends Pick<Means, 'config' | 'now'> {
  db: DbPool
  leaseSeconds?: number
  onError(error: unknown): void
}

/**
 * Sends events to the registered addresses. All state is in the table and its leases, so any copy of the server sends the
 * next message, and what a killed one had begun is sent again.
 */
export class WebhookRunner {
  readonly #means: Means
  readonly #onError: (error: unknown) => void
  readonly #stopped = new AbortController()
  #timer: NodeJS.Timeout
  #running: Promise<void> = Promise.resolve()

  constructor({ db, config, now, onError, leaseSeconds = LEASE_SECONDS }: Options) {
    const owner = crypto.randomUUID()
    const { signal } = this.#stopped
    this.#means = {
      db,
      transact: (work) => inTransaction(db, work),
      config,
      owner,
      leaseSeconds,
      now,
      signal,
    }
    this.#onError = onError
    this.#timer = this.#lookAfter(LOOK_MS)
  }

  /** Looks for work soon: there is a new address. */
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
    let isUsed = true
    try {
      isUsed = await this.#isUsed()
      if (isUsed) {
        await numberEvents(this.#means.db, this.#means.transact, this.#means.now())
        await Promise.all(Array.from({ length: AT_ONCE }, () => this.#work()))
      }
    } catch (error) {
      this.#onError(error)
    }
    if (this.#stopped.signal.aborted) return
    clearTimeout(this.#timer)
    this.#timer = this.#lookAfter(isUsed ? LOOK_MS : IDLE_MS)
  }

  async #isUsed(): Promise<boolean> {
    const row = await this.#means.db
      .selectFrom('event_webhook')
      .select('id')
      .where('state', '=', 'ACTIVE')
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }

  /** Sends messages while there are any. */
  async #work(): Promise<void> {
    const { signal } = this.#means
    while (!signal.aborted) {
      const row = await claimWebhook(this.#means)
      if (!row) return
      await deliver(this.#means, row)
    }
  }

  /** Stops after the current step. What was begun is sent again by another copy or after the next start. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#stopped.abort()
    await this.#running
  }
}
