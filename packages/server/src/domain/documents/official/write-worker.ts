import { parentPort } from 'node:worker_threads'
import type { WriteTask } from './write.ts'
import { write } from './write.ts'

const port = parentPort
if (!port) throw new Error('this runs in a worker thread only')

port.on('message', async (task: WriteTask) => {
  const written = await write(task)
  port.postMessage(written, [written.bytes.buffer])
})
