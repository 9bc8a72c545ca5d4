import { workerData } from 'node:worker_threads'
import { inBatches } from '../runtime/in-batches.ts'
import { serveBatches } from '../runtime/serve-batches.ts'
import { WorkbookError } from './error.ts'
import { BATCH_ROWS, type ReadTask } from './protocol.ts'
import { readRows } from './read.ts'
import { scanRows, surveySheets } from './survey.ts'

const task = workerData as ReadTask // what read-in-worker.ts gives

function batches(): AsyncGenerator<unknown[]> {
  switch (task.kind) {
    case 'rows':
      return inBatches(readRows(task.path, task.options), BATCH_ROWS)
    case 'scan':
      return inBatches(scanRows(task.path, task.sheet), BATCH_ROWS)
    case 'survey':
      return inBatches(surveySheets(task.path, task.file), 1)
  }
}

await serveBatches(batches(), (error) => (error instanceof WorkbookError ? error.message : undefined))
