import { setTimeout as pause } from 'node:timers/promises'
import type { Db, DbPool } from '../../db/database.ts'
import type { SmsGateway } from './message.ts'
import {
  assertQuota,
  type Claimed,
  claim,
  type Draft,
  hasWork,
  isDown,
  post,
  settle,
  stateOf,
  tidy,
} from './outbox.ts'

const LOOK_MS = 1_000
/** Without messages: what another copy stores, that copy sends. */
const IDLE_MS = 10_000
/** Messages that are handed over at the same time. */
const AT_ONCE = 4
/** A caller who waits asks first after this time, then less and less often. */
const ASK_MS = 50
const MOST_ASK_MS = 500

interface Options {
  db: DbPool
  gateway: SmsGateway
  /** The key that seals messages, read in the caller's transaction: an embedded database has one session. */
  key: (db: Db) => Promise<string>
  /** Most messages in 24 hours. */
  perDay: number
  onError(error: unknown): void
}

/** Where the platform's text messages are put. */
export type SmsOutbox = Pick<SmsRunner, 'post' | 'assertQuota' | 'wake' | 'ended' | 'isDown'>

/**
 * Hands stored messages to the gateway. All state is in the table, so any copy of the server sends the next one. A message is
 * handed over again only if it surely did not reach the gateway: nobody gets one twice.
 */
export class SmsRunner {
  readonly #options: Options
  readonly #stopped = new AbortController()
  #key: string | undefined
  #timer: NodeJS.Timeout
  #running: Promise<void> = Promise.resolve()
  /** Calls of the gateway that are under way. */
  readonly #calls = new Set<Promise<void>>()

  constructor(options: Options) {
    this.#options = options
    this.#timer = this.#lookAfter(LOOK_MS)
  }

  /** Stores a message in the caller's transaction. `wake` sends it after the commit. Returns its id. */
  async post(db: Db, draft: Draft): Promise<string> {
    return post(db, draft, await this.#keyIn(db))
  }

  /** @throws HttpError 503 if the messages of 24 hours are used up */
  assertQuota(): Promise<void> {
    return assertQuota(this.#options.db, this.#options.perDay)
  }

  /** The key, read once. */
  async #keyIn(db: Db): Promise<string> {
    this.#key ??= await this.#options.key(db)
    return this.#key
  }

  /** Whether the gateway has taken none of the last messages. */
  isDown(): Promise<boolean> {
    return isDown(this.#options.db)
  }

  /** Looks for messages at once. */
  wake(): void {
    if (this.#stopped.signal.aborted) return
    clearTimeout(this.#timer)
    this.#timer = this.#lookAfter(0)
  }

  /** Waits until a message has ended, at most for a time. Returns its state then, which is not final after that time. */
  async ended(id: string, atMostMs: number): Promise<string | undefined> {
    const end = performance.now() + atMostMs
    for (let wait = ASK_MS; ; wait = Math.min(2 * wait, MOST_ASK_MS)) {
      const state = await stateOf(this.#options.db, id)
      if ((state !== 'WAITING' && state !== 'SENDING') || performance.now() >= end) return state
      await pause(wait)
    }
  }

  #lookAfter(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#running = this.#running.then(() => this.#look())
    }, ms).unref()
  }

  async #look(): Promise<void> {
    const { db, gateway, onError } = this.#options
    let isUsed = true
    try {
      isUsed = await hasWork(db)
      if (isUsed) {
        await tidy(db, gateway.isRepeatable)
        await this.#fill(await this.#keyIn(db))
      }
    } catch (error) {
      onError(error)
    }
    if (this.#stopped.signal.aborted) return
    clearTimeout(this.#timer)
    this.#timer = this.#lookAfter(isUsed ? LOOK_MS : IDLE_MS)
  }

  /** Takes what is due as long as places are free. A slow call holds its own place alone. */
  async #fill(key: string): Promise<void> {
    while (!this.#stopped.signal.aborted && this.#calls.size < AT_ONCE) {
      const claimed = await claim(this.#options.db, key)
      if (!claimed) return
      const call = this.#deliver(claimed).finally(() => {
        this.#calls.delete(call)
        this.wake()
      })
      this.#calls.add(call)
    }
  }

  async #deliver(claimed: Claimed): Promise<void> {
    const { db, gateway, onError } = this.#options
    try {
      await settle(db, claimed, await gateway.send(claimed.message), gateway.isRepeatable)
    } catch (error) {
      onError(error)
    }
  }

  /** Stops after the calls under way, which end by themselves: one that is cut off would be unclear. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#stopped.abort()
    await this.#running
    await Promise.all(this.#calls)
  }
}
