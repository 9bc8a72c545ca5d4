import { batchesFromWorker } from '../../runtime/batches-from-worker.ts'
import { limits, workbookRefusal } from '../../workbook/index.ts'
import type { CheckedBatch, CheckTask } from './check-protocol.ts'

/**
 * Reads and checks an import in a thread, in batches at the consumer's pace.
 * @throws WorkbookError if the workbook is refused
 */
export function checkInWorker(task: CheckTask, signal?: AbortSignal): AsyncGenerator<CheckedBatch> {
  const within = {
    megabytes: limits.workerMegabytes,
    timeoutMs: limits.workerMs,
    ...(signal ? { signal } : {}),
  }
  return batchesFromWorker('check-import', task, within, workbookRefusal)
}
