import { operations } from '../operations.ts'
import type { OperationId } from './operation-id.ts'
import { type LargeBody, type Refusal, readLarge, refusalIn } from './read-body.ts'

export interface BodyTask {
  operationId: OperationId
  bytes: Uint8Array
}

export type BodyAnswer = { body: LargeBody } | { unreadable: Refusal }

/** Reads a large body. @throws Error if the contract has no such operation */
export function answerBody({ bytes, operationId }: BodyTask): BodyAnswer {
  const operation = operations.find(({ id }) => id === operationId)
  if (!operation) throw new Error(`the contract has no operation ${operationId}`)
  try {
    return { body: readLarge(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), operation) }
  } catch (error) {
    return { unreadable: refusalIn(error) }
  }
}
