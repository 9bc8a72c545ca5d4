import { PassThrough, type Readable } from 'node:stream'
import type { Db } from '../../db/database.ts'
import { HttpError, tooMany } from '../../errors.ts'
import { bareToken, hashOf } from '../auth/tokens.ts'
import type { Caller } from '../caller.ts'
import { unreadCount } from './query.ts'
import { countsOf, stampsOf } from './unread-counts.ts'

/** Browsers open few connections to one site; more streams than this are no one's windows. */
const MOST_PER_USER = 8
/** Looks without news after which a line says that the stream is alive. */
const QUIET_LOOKS = 5
/** The database is busy with looks for a tenth of the time at the most. */
const REST = 10

interface Listener {
  stream: PassThrough
  userId: number
  /** Which access token opened it: with the token ends the stream. */
  accessHash: string
  count: number
  /** What the count rests on. */
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
 * Tells the open pages of users how many messages they have not read. It looks into the database every few seconds, with
 * one query for all, so that it also hears of what other copies of the server, or time itself, have changed. Only where
 * something has, messages are counted.
 */
export class UnreadWatch {
  readonly #options: Options
  readonly #listeners = new Set<Listener>()
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * The events of one page: the count now, and again each time that it has changed. Ends with the access token.
   * @throws HttpError 429 when the user has too many pages open here, 503 when the server is stopping
   */
  async open(user: Caller, authorization: string | undefined): Promise<Readable> {
    this.#assertRoom(user)
    const count = await unreadCount(this.#options.db, user)
    this.#assertRoom(user)
    const stream = new PassThrough()
    const accessHash = hashOf(bareToken(authorization) ?? '')
    const listener: Listener = { stream, userId: user.id, accessHash, count, stamp: undefined, quietLooks: 0 }
    this.#listeners.add(listener)
    stream.once('close', () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#rest()
    })
    stream.write(eventOf(count))
    this.#timer ??= this.#lookAfter(this.#interval)
    return stream
  }

  /** How many pages listen. */
  get size(): number {
    return this.#listeners.size
  }

  /** Ends every stream, and takes no other. */
  stop(): void {
    this.#isStopped = true
    this.#rest()
    for (const { stream } of this.#listeners) finish(stream)
  }

  get #interval(): number {
    return this.#options.config.unreadSeconds * 1000
  }

  #assertRoom(user: Caller): void {
    if (this.#isStopped) throw new HttpError(503, '系统正在停止，请稍后再试', { retryAfterSeconds: 5 })
    const own = [...this.#listeners].filter(({ userId }) => userId === user.id)
    if (own.length >= MOST_PER_USER) throw tooMany('打开的页面过多', 60)
  }

  #rest(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #lookAfter(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.#look(), ms).unref()
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

  async #look(): Promise<void> {
    const asked = [...this.#listeners]
    const started = performance.now()
    try {
      await this.#tellAll(asked)
    } catch (error) {
      this.#options.onError(error)
    }
    // Nobody listens any more, or the server is stopping.
    if (this.#timer === undefined) return
    this.#timer = this.#lookAfter(Math.max(this.#interval, (performance.now() - started) * REST))
  }
}

const hashesOf = (listeners: readonly Listener[]) => [
  ...new Set(listeners.map(({ accessHash }) => accessHash)),
]

/** Tells one page what has changed; without a count its session is over. */
function tell(listener: Listener, count: number | undefined): void {
  const { stream } = listener
  // Who does not read what was written long ago is not there any more.
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

/** Ends a stream in good order, or at once where its reader takes nothing any more. */
function finish(stream: PassThrough): void {
  if (stream.writableNeedDrain) stream.destroy()
  else stream.end()
}
