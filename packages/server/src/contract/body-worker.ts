import { parentPort } from 'node:worker_threads'
import { operations } from '../operations.ts'
import type { BodyAnswer, BodyTask } from './body-thread.ts'
import { readLarge, refusalIn } from './read-body.ts'

const port = parentPort
if (!port) throw new Error('this runs in a worker thread only')

function answerTo({ bytes, operationId }: BodyTask): BodyAnswer {
  const operation = operations.find(({ id }) => id === operationId)
  if (!operation) throw new Error(`the contract has no operation ${operationId}`)
  try {
    return { body: readLarge(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), operation) }
  } catch (error) {
    return { unreadable: refusalIn(error) }
  }
}

port.on('message', (task: BodyTask) => port.postMessage(answerTo(task)))
