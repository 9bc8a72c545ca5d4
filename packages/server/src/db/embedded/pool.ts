import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { workerPath } from '../../runtime/package-root.ts'
import type {
  DatabaseAnswer,
  DatabaseErrorParts,
  DatabaseRequest,
  EmbeddedOptions,
  QueryAnswer,
} from './protocol.ts'
import { Turns, type Urgency } from './turns.ts'

/** A failure of the database, with the SQLSTATE in `code` as node-postgres has it. */
export class EmbeddedDatabaseError extends Error {
  readonly code: string | undefined
  readonly constraint: string | undefined
  readonly detail: string | undefined

  constructor({ message, code, constraint, detail }: DatabaseErrorParts) {
    super(message)
    this.name = 'EmbeddedDatabaseError'
    this.code = code
    this.constraint = constraint
    this.detail = detail
  }
}

type Unnumbered<T> = T extends { id: number } ? Omit<T, 'id'> : never

/**
 * The embedded database in the shape of a pool of node-postgres.
 * There is one session, so a client has the database to itself until it is released.
 */
export class EmbeddedPool implements PostgresPool {
  readonly #worker: Worker
  readonly #pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  readonly #turns = new Turns()
  #lastId = 0

  private constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (answer: DatabaseAnswer) => {
      const pending = this.#pending.get(answer.id)
      this.#pending.delete(answer.id)
      if (answer.ok) pending?.resolve(answer.value)
      else pending?.reject(new EmbeddedDatabaseError(answer.error))
    })
    worker.on('error', (error) => this.#fail(error))
    worker.on('exit', () => this.#fail(new Error('内嵌数据库已停止')))
  }

  static async open(options: EmbeddedOptions): Promise<EmbeddedPool> {
    const worker = new Worker(workerPath('pglite'), { workerData: options })
    // `once` rejects when the thread fails instead of saying that it is ready.
    await once(worker, 'message')
    return new EmbeddedPool(worker)
  }

  #fail(error: Error): void {
    for (const { reject } of this.#pending.values()) reject(error)
    this.#pending.clear()
  }

  #ask<T>(request: Unnumbered<DatabaseRequest>): Promise<T> {
    this.#lastId += 1
    const id = this.#lastId
    return new Promise<T>((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve as (value: unknown) => void, reject }) // the answer to this request is a T
      this.#worker.postMessage({ ...request, id })
    })
  }

  async connect(urgency: Urgency = 'urgent'): Promise<PostgresPoolClient> {
    await this.#turns.take(urgency)
    const query = (sql: string, params: readonly unknown[]) =>
      this.#ask<QueryAnswer>({ kind: 'query', sql, params })
    const release = () => this.#turns.give(urgency)
    // Kysely uses `query` and `release` and nothing else of a client.
    return { query, release } as unknown as PostgresPoolClient
  }

  /** The same database for work that nobody waits for: its queries and transactions let all others go first. */
  inBackground(): PostgresPool {
    return { connect: () => this.connect('background'), end: async () => undefined }
  }

  /** Runs several statements at once, without parameters. */
  async exec(sql: string): Promise<void> {
    const client = await this.connect()
    try {
      await this.#ask({ kind: 'exec', sql })
    } finally {
      client.release()
    }
  }

  /** The whole database as a tar. */
  dump(): Promise<Uint8Array> {
    return this.#ask({ kind: 'dump' })
  }

  async end(): Promise<void> {
    await this.#ask({ kind: 'close' })
    await this.#worker.terminate()
  }
}
