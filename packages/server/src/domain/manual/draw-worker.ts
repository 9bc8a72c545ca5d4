import { parentPort } from 'node:worker_threads'
import { drawManual, type ManualTask } from './draw.ts'

const port = parentPort
if (!port) throw new Error('this runs in a worker thread only')

port.on('message', async (task: ManualTask) => port.postMessage(await drawManual(task)))
