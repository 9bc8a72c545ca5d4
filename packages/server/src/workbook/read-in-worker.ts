import { batchesFromWorker, type WorkerLimits, type WorkerRefusal } from '../runtime/batches-from-worker.ts'
import { WorkbookError } from './error.ts'
import { limits } from './limits.ts'
import type { ReadTask } from './protocol.ts'
import type { ReadOptions, SheetRow } from './read.ts'

/** The words for a workbook that a reading thread refused or could not cope with. */
export const workbookRefusal = (why: WorkerRefusal): WorkbookError =>
  new WorkbookError(
    why.kind === 'refused' ? why.message : '工作簿内容过大或结构异常，无法在限定资源内读取，请拆分后分别导入',
  )

/**
 * Reads the rows of a workbook in batches, in a thread of bounded memory and time that waits for its consumer.
 * @throws WorkbookError when the workbook is not taken
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
