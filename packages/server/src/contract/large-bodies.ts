import type { RunOptions } from '../runtime/pool.ts'
import type { BodyAnswer, BodyTask } from './answer-body.ts'
import type { OperationId } from './operation-id.ts'
import { type LargeBody, toError } from './read-body.ts'

/** Runs the task in a thread. */
export type ReadBody = (task: BodyTask, options: RunOptions) => Promise<BodyAnswer>

/**
 * Reads a large body in a thread, to which its bytes are transferred.
 * @throws HttpError 400 for an unreadable body, 503 if too many bodies wait or the thread failed
 */
export async function readInThread(
  bytes: Buffer,
  operationId: OperationId,
  read: ReadBody,
): Promise<LargeBody> {
  const { buffer, byteLength } = bytes
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
  const answer = await read({ operationId, bytes }, { size: byteLength, transfer: isWhole ? [buffer] : [] })
  if ('unreadable' in answer) throw toError(answer.unreadable)
  return answer.body
}
