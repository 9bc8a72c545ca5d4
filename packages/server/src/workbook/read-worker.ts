import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { WorkbookError } from './error.ts'
import { BATCH_ROWS, type ReadReport, type ReadTask } from './protocol.ts'
import { readRows, type SheetRow } from './read.ts'

const port = parentPort
if (!port) throw new Error('this module runs in a worker thread only')

const report = (message: ReadReport): void => port.postMessage(message)
const { path, options } = workerData as ReadTask // what readRowsInWorker gives

async function hand(rows: SheetRow[]): Promise<void> {
  report({ kind: 'rows', rows })
  await once(port as NonNullable<typeof port>, 'message') // checked above; narrowing does not reach into functions
}

try {
  let batch: SheetRow[] = []
  for await (const row of readRows(path, options)) {
    batch.push(row)
    if (batch.length === BATCH_ROWS) {
      await hand(batch)
      batch = []
    }
  }
  if (batch.length > 0) await hand(batch)
  report({ kind: 'end' })
} catch (error) {
  if (!(error instanceof WorkbookError)) throw error
  report({ kind: 'refused', message: error.message })
} finally {
  port.close()
}
