import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { workerPath } from '../../runtime/package-root.ts'
import { DatabaseUnavailableError } from '../failure.ts'
import type {
  DatabaseAnswer,
  DatabaseErrorParts,
  DatabaseRequest,
  EmbeddedOptions,
  WorkerMessage,
} from './protocol.ts'
import { startError } from './start-error.ts'

/** A database error with the SQLSTATE in `code`, as in node-postgres. */
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

/** One run of the embedded database: a thread that answers requests until it ends. */
export class EmbeddedSession {
  readonly #worker: Worker
  readonly #pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  readonly #ended: Promise<void>
  #lastId = 0
  #isOver = false

  private constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (answer: DatabaseAnswer) => {
      const pending = this.#pending.get(answer.id)
      this.#pending.delete(answer.id)
      if (answer.ok) pending?.resolve(answer.value)
      else pending?.reject(new EmbeddedDatabaseError(answer.error))
      if (!answer.ok && answer.isOver) this.#fail(new EmbeddedDatabaseError(answer.error))
    })
    // Without a listener an error of the thread would end the process; `exit` follows it.
    worker.on('error', (error) => this.#fail(error))
    this.#ended = new Promise((resolve) => {
      worker.once('exit', () => {
        this.#fail(undefined)
        resolve()
      })
    })
  }

  /**
   * Starts the thread and opens the database.
   * @throws Error with a message for the operator if the files cannot be used
   */
  static async open(options: EmbeddedOptions): Promise<EmbeddedSession> {
    const worker = new Worker(workerPath('pglite'), { workerData: options })
    try {
      // `once` rejects if the thread fails before its first message.
      const [message] = (await once(worker, 'message')) as [WorkerMessage] // sent by the thread
      if (message !== 'ready') throw message.startError
    } catch (error) {
      await worker.terminate()
      throw await startError(error, options.dataDir)
    }
    return new EmbeddedSession(worker)
  }

  /** Whether the thread has ended or is unusable. */
  get isOver(): boolean {
    return this.#isOver
  }

  #fail(cause: Error | undefined): void {
    this.#isOver = true
    for (const { reject } of this.#pending.values())
      reject(new DatabaseUnavailableError('the thread of the embedded database has ended', { cause }))
    this.#pending.clear()
  }

  /** @throws DatabaseUnavailableError if the thread has ended */
  ask<T>(request: Unnumbered<DatabaseRequest>): Promise<T> {
    if (this.#isOver)
      return Promise.reject(new DatabaseUnavailableError('the thread of the embedded database has ended'))
    this.#lastId += 1
    const id = this.#lastId
    return new Promise<T>((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve as (value: unknown) => void, reject }) // the answer to this request is a T
      this.#worker.postMessage({ ...request, id })
    })
  }

  /** Ends the thread at once; resolves when it no longer touches the files. */
  async destroy(): Promise<void> {
    this.#fail(undefined)
    await this.#worker.terminate()
    await this.#ended
  }
}
