import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { DatabaseUnavailableError, translateFailure } from '../failure.ts'
import type { EmbeddedOptions, QueryAnswer } from './protocol.ts'
import { EmbeddedSession } from './session.ts'
import { Turns, type Urgency } from './turns.ts'

const REOPEN_AFTER_MS = 500

/**
 * The embedded database in the shape of a pool of node-postgres.
 * There is one session, so a client has the database to itself until it is released.
 * When its thread ends, the next call reopens the files: PostgreSQL recovers what was committed, as after a crash.
 */
export class EmbeddedPool implements PostgresPool {
  readonly #options: EmbeddedOptions
  readonly #turns = new Turns()
  #session: EmbeddedSession
  #reopened: Promise<void> | undefined
  #failedAt = Number.NEGATIVE_INFINITY
  #isEnding = false

  private constructor(session: EmbeddedSession, options: EmbeddedOptions) {
    this.#session = session
    this.#options = options
  }

  static async open(options: EmbeddedOptions): Promise<EmbeddedPool> {
    return new EmbeddedPool(await EmbeddedSession.open(options), options)
  }

  async #reopen(): Promise<void> {
    const { dataDir } = this.#options
    if (!dataDir) throw new DatabaseUnavailableError('a database in memory cannot be reopened')
    if (performance.now() - this.#failedAt < REOPEN_AFTER_MS)
      throw new DatabaseUnavailableError('the embedded database could not be reopened')
    // Never two threads on the same files.
    await this.#session.destroy()
    try {
      this.#session = await EmbeddedSession.open({ dataDir, template: undefined })
    } catch (error) {
      this.#failedAt = performance.now()
      // Also with a full disk: even reads need an open database.
      throw new DatabaseUnavailableError('the embedded database could not be reopened', { cause: error })
    }
  }

  async #live(): Promise<EmbeddedSession> {
    if (this.#session.isOver && !this.#isEnding) {
      this.#reopened ??= this.#reopen().finally(() => {
        this.#reopened = undefined
      })
      await this.#reopened
    }
    return this.#session
  }

  async connect(urgency: Urgency = 'urgent'): Promise<PostgresPoolClient> {
    await this.#turns.take(urgency)
    const release = () => this.#turns.give(urgency)
    try {
      // A client is bound to its session, so that the rest of a transaction cannot run in another one.
      const session = await this.#live()
      const query = (sql: string, params: readonly unknown[]) => run(session, sql, params)
      // Kysely uses only `query` and `release` of a client.
      return { query, release } as unknown as PostgresPoolClient
    } catch (error) {
      release()
      throw error
    }
  }

  /** The same database for background work: its queries and transactions yield to all others. */
  inBackground(): PostgresPool {
    return { connect: () => this.connect('background'), end: async () => undefined }
  }

  /** Runs several statements without parameters. */
  async exec(sql: string): Promise<void> {
    const client = await this.connect()
    try {
      await this.#session.ask({ kind: 'exec', sql })
    } finally {
      client.release()
    }
  }

  /** Dumps the database as a tar. */
  dump(): Promise<Uint8Array> {
    return this.#session.ask({ kind: 'dump' })
  }

  async end(): Promise<void> {
    this.#isEnding = true
    try {
      if (!this.#session.isOver) await this.#session.ask({ kind: 'close' })
    } finally {
      await this.#session.destroy()
    }
  }
}

async function run(session: EmbeddedSession, sql: string, params: readonly unknown[]): Promise<QueryAnswer> {
  try {
    return await session.ask<QueryAnswer>({ kind: 'query', sql, params })
  } catch (error) {
    if (sql !== 'rollback') throw translateFailure(error, session.isOver)
    // Ending the session also rolls back, and the caller gets the original error.
    await session.destroy()
    return { rows: [], rowCount: 0, command: 'ROLLBACK' }
  }
}
