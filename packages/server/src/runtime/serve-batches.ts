import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import type { BatchReport } from './batches-from-worker.ts'

// Lets this thread work in parallel with its consumer.
const AHEAD = 2

/**
 * Sends batches to the requesting thread, a few ahead of those it has taken.
 * @param refusal the message of an error caused by the task; undefined for any other error
 */
export async function serveBatches<T>(
  batches: AsyncIterable<T>,
  refusal: (error: unknown) => string | undefined,
): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('this runs in a worker thread only')
  const report = (message: BatchReport<T>): void => port.postMessage(message)
  try {
    let untaken = 0
    port.on('message', () => {
      untaken -= 1
    })
    for await (const batch of batches) {
      report({ kind: 'batch', batch })
      untaken += 1
      while (untaken > AHEAD) await once(port, 'message')
    }
    report({ kind: 'end' })
  } catch (error) {
    const message = refusal(error)
    if (message === undefined) throw error
    report({ kind: 'refused', message })
  } finally {
    port.close()
  }
}
