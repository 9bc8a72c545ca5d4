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

/** The next report of the thread, its failure, its time running out or the caller's withdrawal. */
function nextReport(worker: Worker, budgetMs: number, signal: AbortSignal | undefined): Promise<ReadReport> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer)
      worker.removeAllListeners()
      signal?.removeEventListener('abort', withdraw)
      act()
    }
    const withdraw = () => settle(() => reject(signal?.reason))
    const timer = setTimeout(() => settle(() => reject(tooMuch())), budgetMs)
    worker.once('message', (report: ReadReport) => settle(() => resolve(report)))
    worker.once('error', (error: NodeJS.ErrnoException) =>
      settle(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error)),
    )
    worker.once('exit', () => settle(() => reject(tooMuch())))
    signal?.addEventListener('abort', withdraw)
    if (signal?.aborted) withdraw()
  })
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
  const task: ReadTask = { path, options }
  const worker = new Worker(workerPath('read-workbook'), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  let budgetMs = timeoutMs
  try {
    for (;;) {
      const asked = performance.now()
      const report = await nextReport(worker, budgetMs, signal)
      budgetMs -= performance.now() - asked
      if (report.kind === 'end') return
      if (report.kind === 'refused') throw new WorkbookError(report.message)
      yield report.rows
      worker.postMessage('next')
    }
  } finally {
    worker.removeAllListeners()
    worker.on('error', () => undefined)
    await worker.terminate()
  }
}
