import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { DatabaseUnavailableError, translateFailure } from '../failure.ts'
import { parsers } from '../parsers.ts'
import { assertTimeZone, sessionOf } from './session.ts'

/** Maximum wait for a connection in milliseconds. */
const CONNECT_MS = 10_000
/** Default maximum of connections of one server. */
export const CONNECTIONS = 10
/** Longer than any statement runs. A silent network must not block a call for ever. */
const QUERY_MS = 300_000

const NOTHING: pg.QueryResult = { command: 'ROLLBACK', rowCount: 0, rows: [], fields: [], oid: 0 }

/**
 * One connection of the pool in the interface that Kysely uses.
 * A broken connection is never reused; PostgreSQL rolls back its open transaction.
 */
class Connection {
  readonly #client: pg.PoolClient
  #isLost = false

  constructor(client: pg.PoolClient) {
    this.#client = client
    // The pool does not listen on a checked-out connection, and an error event without a listener ends the process.
    client.on('error', () => {
      this.#isLost = true
    })
  }

  async query(text: string, values: unknown[]): Promise<pg.QueryResult> {
    try {
      return await this.#client.query(text, values)
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') this.#isLost = true
      const failure = translateFailure(error, this.#isLost)
      if (failure instanceof DatabaseUnavailableError) this.#isLost = true
      if (text !== 'rollback') throw failure
      // Closing the connection also rolls back, and the caller gets the original error.
      this.#isLost = true
      return NOTHING
    }
  }

  release(): void {
    this.#client.release(this.#isLost)
  }
}

/** A connection pool that survives the loss of any connection. */
export class ExternalPool implements PostgresPool {
  readonly #pool: pg.Pool
  readonly #connections = new WeakMap<pg.PoolClient, Connection>()

  /** @param connections most connections at once */
  constructor(databaseUrl: string, connections = CONNECTIONS) {
    this.#pool = new pg.Pool({
      ...sessionOf(databaseUrl),
      max: connections,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: QUERY_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
      // Only once a new connection is checked is it handed out.
      verify: (client: pg.PoolClient, done: (error?: Error) => void) => {
        assertTimeZone(client).then(() => done(), done)
      },
      types: {
        getTypeParser: (oid: number, format?: string) =>
          parsers[oid] ?? pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text'),
      },
    })
    // The pool replaces a connection that breaks while idle.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => this.#connections.set(client, new Connection(client)))
  }

  async connect(): Promise<PostgresPoolClient> {
    try {
      const client = await this.#pool.connect()
      const connection = this.#connections.get(client) ?? new Connection(client)
      // Kysely uses only `query` and `release` of a client.
      return connection as unknown as PostgresPoolClient
    } catch (error) {
      throw translateFailure(error, true)
    }
  }

  /** Runs several statements without parameters. */
  async exec(text: string): Promise<void> {
    await this.#pool.query(text)
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}
