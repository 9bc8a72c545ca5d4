import type { FastifyRequest } from 'fastify'
import { badRequest } from '../errors.ts'

/** Name of the header and of the field in refusals. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key'
const KEY = /^[\x21-\x7e]{8,128}$/

/** Reads the idempotency key of a request, if any. @throws HttpError 400 if it does not follow the contract */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && KEY.test(key)) return key
  throw badRequest('F-026', `${IDEMPOTENCY_KEY}：应为8至128个可见的 ASCII 字符`, [
    { field: IDEMPOTENCY_KEY, message: '应为8至128个可见的 ASCII 字符' },
  ])
}
