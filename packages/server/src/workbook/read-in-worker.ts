import { batchesFromWorker, type WorkerLimits, type WorkerRefusal } from '../runtime/batches-from-worker.ts'
import { WorkbookError } from './error.ts'
import { limits } from './limits.ts'
import type { ReadTask } from './protocol.ts'
import type { ReadOptions, SheetRow } from './read.ts'

/** Messages for a workbook that the reading thread refused or failed on. */
export const workbookRefusal = (why: WorkerRefusal): WorkbookError =>
  new WorkbookError(
    why.kind === 'refused' ? why.message : '工作簿内容过大或结构异常，无法在限定资源内读取，请拆分后分别导入',
  )

/**
 * Reads the rows of a workbook in batches, in a thread of bounded memory and time, at the consumer's pace.
 * @throws WorkbookError if the workbook is refused
 */
export function readRowsInWorker(
  path: string,
  options: ReadOptions = {},
  { megabytes = limits.workerMegabytes, timeoutMs = limits.workerMs, signal }: WorkerLimits = {},
): AsyncGenerator<SheetRow[]> {
  const task: ReadTask = { path, options }
  const within = { megabytes, timeoutMs, ...(signal ? { signal } : {}) }
  return batchesFromWorker('read-workbook', task, within, workbookRefusal)
}
