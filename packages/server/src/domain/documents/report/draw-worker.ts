import { parentPort } from 'node:worker_threads'
import { drawReport } from './draw.ts'
import type { Report } from './model.ts'

const port = parentPort
if (!port) throw new Error('this runs in a worker thread only')

port.on('message', async (report: Report) => port.postMessage(await drawReport(report)))
