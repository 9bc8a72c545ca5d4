import { parentPort, type Transferable, workerData } from 'node:worker_threads'
import { tasks } from './tasks.ts'

const port = parentPort
if (!port) throw new Error('this runs in a worker thread only')

const found = Object.entries(tasks).find(([name]) => name === workerData)
if (!found) throw new Error(`there is no task ${workerData}`)
// The pool sends each task to the thread of its name.
const run = found[1] as (task: unknown) => Promise<unknown>

/** Memory that an answer is the only owner of. A small Buffer shares its own with others. */
function ownedBy(answer: unknown): Transferable[] {
  const values = answer instanceof Uint8Array ? [answer] : Object.values(Object(answer))
  return values.flatMap((value) =>
    value instanceof Uint8Array &&
    value.buffer instanceof ArrayBuffer &&
    value.buffer.byteLength === value.byteLength
      ? [value.buffer]
      : [],
  )
}

port.on('message', async (task: unknown) => {
  const answer = await run(task)
  port.postMessage(answer, ownedBy(answer))
})
