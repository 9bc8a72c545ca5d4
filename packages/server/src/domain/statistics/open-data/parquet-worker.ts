import { parentPort } from 'node:worker_threads'
import { ParquetArchive, parquetFile } from './parquet.ts'
import type { ParquetTask } from './parquet-thread.ts'

const port = parentPort
if (!port) throw new Error('this runs in a worker thread only')

const archives = new Map<string, ParquetArchive>()

async function answer(task: ParquetTask): Promise<Uint8Array> {
  if ('file' in task) return parquetFile(task.file)
  const archive = archives.get(task.id) ?? new ParquetArchive()
  if ('portion' in task) {
    archives.set(task.id, archive)
    await archive.add(task.portion)
    return new Uint8Array()
  }
  archives.delete(task.id)
  return task.texts ? archive.end(task.texts) : new Uint8Array()
}

port.on('message', async (task: ParquetTask) => {
  port.postMessage(await answer(task))
})
