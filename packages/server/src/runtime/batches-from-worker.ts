import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { workerPath } from './package-root.ts'

export interface WorkerLimits {
  megabytes?: number
  /** Total milliseconds that the consumer may wait for the thread. */
  timeoutMs?: number
  signal?: AbortSignal
}

/** Messages of a thread that hands over batches. It receives a message for each batch taken. */
export type BatchReport<T> =
  | { kind: 'batch'; batch: T }
  | { kind: 'end' }
  | { kind: 'refused'; message: string }

/** Ways in which a thread may stop early. */
export type WorkerRefusal = { kind: 'refused'; message: string } | { kind: 'overrun' }

/** A time-out that counts only between `start` and `stop`. */
class Budget {
  readonly #expired = new AbortController()
  readonly signal: AbortSignal = this.#expired.signal
  #leftMs: number
  #startedAt = 0
  #timer: NodeJS.Timeout | undefined

  constructor(milliseconds: number) {
    this.#leftMs = milliseconds
  }

  start(): void {
    this.#startedAt = performance.now()
    this.#timer = setTimeout(() => this.#expired.abort(), this.#leftMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#leftMs -= performance.now() - this.#startedAt
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

async function* reports<T>(
  worker: Worker,
  budget: Budget,
  signal: AbortSignal,
  refuse: (why: WorkerRefusal) => Error,
): AsyncGenerator<T> {
  budget.start()
  // Rejects with the thread's own error, too.
  for await (const [message] of on(worker, 'message', { signal, close: ['exit'] })) {
    budget.stop()
    const report: BatchReport<T> = message
    if (report.kind === 'end') return
    if (report.kind === 'refused') throw refuse(report)
    yield report.batch
    budget.start()
    worker.postMessage('taken')
  }
  throw refuse({ kind: 'overrun' })
}

/**
 * Consumes batches from a thread of bounded memory and time that runs slightly ahead.
 * @param refuse creates the error for a thread that refuses its task or exceeds its limits
 */
export async function* batchesFromWorker<T>(
  name: string,
  task: unknown,
  { megabytes, timeoutMs, signal }: Required<Omit<WorkerLimits, 'signal'>> & Pick<WorkerLimits, 'signal'>,
  refuse: (why: WorkerRefusal) => Error,
): AsyncGenerator<T> {
  signal?.throwIfAborted()
  const worker = new Worker(workerPath(name), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  const budget = new Budget(timeoutMs)
  try {
    yield* reports<T>(
      worker,
      budget,
      signal ? AbortSignal.any([signal, budget.signal]) : budget.signal,
      refuse,
    )
  } catch (error) {
    signal?.throwIfAborted()
    throw budget.signal.aborted || isOutOfMemory(error) ? refuse({ kind: 'overrun' }) : error
  } finally {
    budget.stop()
    // Errors while stopping are ignored.
    worker.on('error', () => undefined)
    await worker.terminate()
  }
}
