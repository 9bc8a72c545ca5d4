import { workerData } from 'node:worker_threads'
import { inBatches } from '../runtime/in-batches.ts'
import { serveBatches } from '../runtime/serve-batches.ts'
import { WorkbookError } from './error.ts'
import { BATCH_ROWS, type ReadTask } from './protocol.ts'
import { readRows } from './read.ts'

const { path, options } = workerData as ReadTask // what readRowsInWorker gives

await serveBatches(inBatches(readRows(path, options), BATCH_ROWS), (error) =>
  error instanceof WorkbookError ? error.message : undefined,
)
