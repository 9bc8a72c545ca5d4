import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import type { BatchReport } from './batches-from-worker.ts'

// So that this thread works while its consumer does.
const AHEAD = 2

/**
 * Hands batches over to the thread that asked for them, a few ahead of what it has taken.
 * @param refusal the words of an error that is the task's fault; undefined for any other
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
