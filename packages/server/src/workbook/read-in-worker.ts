import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { workerPath } from '../runtime/package-root.ts'
import { WorkbookError } from './error.ts'
import { limits } from './limits.ts'
import type { ReadReport, ReadTask } from './protocol.ts'
import type { ReadOptions, SheetRow } from './read.ts'

export interface WorkerLimits {
  megabytes?: number
  /** Milliseconds that the thread may work, not counting what its consumer takes. */
  timeoutMs?: number
  signal?: AbortSignal
}

const tooMuch = () => new WorkbookError('工作簿内容过大或结构异常，无法在限定资源内读取，请拆分后分别导入')

/** A time-out that runs only between `start` and `stop`. */
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

async function* batches(worker: Worker, budget: Budget, signal: AbortSignal): AsyncGenerator<SheetRow[]> {
  budget.start()
  // Fails with the thread's own failure, too.
  for await (const [message] of on(worker, 'message', { signal, close: ['exit'] })) {
    budget.stop()
    const report: ReadReport = message
    if (report.kind === 'end') return
    if (report.kind === 'refused') throw new WorkbookError(report.message)
    yield report.rows
    budget.start()
    worker.postMessage('next')
  }
  throw tooMuch()
}

/**
 * Reads the rows of a workbook in batches, in a thread of bounded memory and time that waits for its consumer.
 * @throws WorkbookError when the workbook is not taken
 */
export async function* readRowsInWorker(
  path: string,
  options: ReadOptions = {},
  { megabytes = limits.workerMegabytes, timeoutMs = limits.workerMs, signal }: WorkerLimits = {},
): AsyncGenerator<SheetRow[]> {
  signal?.throwIfAborted()
  const task: ReadTask = { path, options }
  const worker = new Worker(workerPath('read-workbook'), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  const budget = new Budget(timeoutMs)
  try {
    yield* batches(worker, budget, signal ? AbortSignal.any([signal, budget.signal]) : budget.signal)
  } catch (error) {
    signal?.throwIfAborted()
    throw budget.signal.aborted || isOutOfMemory(error) ? tooMuch() : error
  } finally {
    budget.stop()
    // What fails while it is being stopped is of no interest any more.
    worker.on('error', () => undefined)
    await worker.terminate()
  }
}
