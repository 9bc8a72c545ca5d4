import { PassThrough } from 'node:stream'
import type { Db } from '../../db/database.ts'
import { HttpError, tooMany } from '../../errors.ts'
import { Polling } from '../../runtime/polling.ts'
import type { Caller } from '../caller.ts'
import { bareToken, hashOf } from '../tokens.ts'
import { countsOf, stampsOf, unreadCount } from './unread-counts.ts'

/** Maximum streams per user. Browsers open few connections per site, so more than this is abuse. */
const MOST_PER_USER = 8
/** Polls without a change after which a keep-alive line is sent. */
const QUIET_LOOKS = 5

interface Listener {
  stream: PassThrough
  userId: number
  /** Access token that opened the stream. The stream ends with it. */
  accessHash: string
  count: number
  /** Stamp of the count's inputs. */
  stamp: string | undefined
  quietLooks: number
}

interface Options {
  db: Db
  config: { unreadSeconds: number }
  onError(error: unknown): void
}

const eventOf = (count: number) => `event: unread\ndata: ${JSON.stringify({ count })}\n\n`

/**
 * Sends unread counts to the users' open pages. Polls the database every few seconds with one query for all, which also
 * detects changes by other copies of the server and by time. Counts messages only after a change.
 */
export class UnreadWatch {
  readonly #options: Options
  readonly #listeners = new Set<Listener>()
  readonly #polling: Polling
  #isStopped = false

  constructor(options: Options) {
    const { config, onError } = options
    this.#options = options
    this.#polling = new Polling({
      seconds: config.unreadSeconds,
      look: () => this.#tellAll([...this.#listeners]),
      onError,
    })
  }

  /**
   * Opens the event stream of one page: the current count, then each change. Ends with the access token.
   * @throws HttpError 429 if the user has too many open streams, 503 if the server is stopping
   */
  async open(user: Caller, authorization: string | undefined): Promise<PassThrough> {
    this.assertRoom(user)
    const count = await unreadCount(this.#options.db, user)
    this.assertRoom(user)
    const stream = new PassThrough()
    const accessHash = hashOf(bareToken(authorization) ?? '')
    const listener: Listener = { stream, userId: user.id, accessHash, count, stamp: undefined, quietLooks: 0 }
    this.#listeners.add(listener)
    stream.once('close', () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#polling.stop()
    })
    stream.write(eventOf(count))
    this.#polling.start()
    return stream
  }

  /** Number of open streams. */
  get size(): number {
    return this.#listeners.size
  }

  /** Ends all streams and accepts no new ones. */
  stop(): void {
    this.#isStopped = true
    this.#polling.stop()
    for (const { stream } of this.#listeners) finish(stream)
  }

  /** @throws HttpError 429 if the user has too many open streams, 503 if the server is stopping */
  assertRoom(user: Caller): void {
    if (this.#isStopped) throw new HttpError(503, '系统正在停止，请稍后再试', { retryAfterSeconds: 5 })
    const own = [...this.#listeners].filter(({ userId }) => userId === user.id)
    if (own.length >= MOST_PER_USER) throw tooMany('A-015', '打开的页面过多', 60)
  }

  async #tellAll(listeners: readonly Listener[]): Promise<void> {
    const { db } = this.#options
    const stamps = await stampsOf(db, hashesOf(listeners))
    const stale = listeners.filter(({ accessHash, stamp }) => stamp !== stamps.get(accessHash))
    const counts = await countsOf(db, hashesOf(stale))
    for (const listener of listeners) {
      const stamp = stamps.get(listener.accessHash)
      const isOver = stamp === undefined
      const count = stamp === listener.stamp ? listener.count : counts.get(listener.accessHash)
      listener.stamp = stamp
      tell(listener, isOver ? undefined : count)
    }
  }
}

const hashesOf = (listeners: readonly Listener[]) => [
  ...new Set(listeners.map(({ accessHash }) => accessHash)),
]

/** Sends a change to one page. Without a count the session is over. */
function tell(listener: Listener, count: number | undefined): void {
  const { stream } = listener
  // A client that has not read old data is gone.
  if (count === undefined || stream.writableNeedDrain) finish(stream)
  else if (count !== listener.count) {
    listener.count = count
    listener.quietLooks = 0
    stream.write(eventOf(count))
  } else {
    listener.quietLooks = (listener.quietLooks + 1) % QUIET_LOOKS
    if (listener.quietLooks === 0) stream.write(':\n\n')
  }
}

/** Ends a stream gracefully, or at once if its client no longer reads. */
function finish(stream: PassThrough): void {
  if (stream.writableNeedDrain) stream.destroy()
  else stream.end()
}
