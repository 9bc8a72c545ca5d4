import { batchesFromWorker, type WorkerLimits, type WorkerRefusal } from '../runtime/batches-from-worker.ts'
import { WorkbookError } from './error.ts'
import { limits } from './limits.ts'
import type { ReadTask } from './protocol.ts'
import type { ReadOptions, SheetRow } from './read.ts'
import type { ScannedRow } from './scan/row.ts'
import type { SheetSurvey } from './survey.ts'

/** Messages for a workbook that the reading thread refused or failed on. */
export const workbookRefusal = (why: WorkerRefusal): WorkbookError =>
  new WorkbookError(
    why.kind === 'refused' ? why.message : '工作簿内容过大或结构异常，无法在限定资源内读取，请拆分后分别导入',
  )

const inWorker = <T>(
  task: ReadTask,
  { megabytes = limits.workerMegabytes, timeoutMs = limits.workerMs, signal }: WorkerLimits,
): AsyncGenerator<T[]> =>
  batchesFromWorker(
    'read-workbook',
    task,
    { megabytes, timeoutMs, ...(signal ? { signal } : {}) },
    workbookRefusal,
  )

/**
 * Reads the rows of a workbook in batches, in a thread of bounded memory and time, at the consumer's pace.
 * @throws WorkbookError if the workbook is refused
 */
export const readRowsInWorker = (
  path: string,
  options: ReadOptions = {},
  within: WorkerLimits = {},
): AsyncGenerator<SheetRow[]> => inWorker({ kind: 'rows', path, options }, within)

/** Reads the rows of a sheet as the file has them, as `readRowsInWorker` does. */
export const scanRowsInWorker = (
  path: string,
  { name, text }: SheetSurvey,
  within: WorkerLimits = {},
): AsyncGenerator<ScannedRow[]> =>
  inWorker({ kind: 'scan', path, sheet: { name, ...(text ? { text } : {}) } }, within)

/** Looks at all sheets of a workbook, as `readRowsInWorker` does. */
export async function surveyInWorker(
  path: string,
  file: 'workbook' | 'text',
  within: WorkerLimits = {},
): Promise<SheetSurvey[]> {
  const sheets: SheetSurvey[] = []
  for await (const found of inWorker<SheetSurvey>({ kind: 'survey', path, file }, within))
    sheets.push(...found)
  return sheets
}
