import type { FastifyRequest } from 'fastify'
import { at } from '../domain/audit-log/asked.ts'

const LONGEST_OBJECT = 200

/** Properties of a query or body that are recorded. */
const NAMES = ['id', 'ids', 'userId'] as const

const isKey = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && /^\d{1,18}$/.test(value))

function* keysIn({ params, query, body }: Pick<FastifyRequest, 'params' | 'query' | 'body'>) {
  yield* Object.values(Object(params))
  for (const source of [query, body]) for (const name of NAMES) yield* [at(source, name)].flat()
  if (Array.isArray(body)) yield* body
}

/**
 * The subject of a call: the keys in its path, query and body. Reads no more of them than the record can hold.
 */
export function objectOf(request: Pick<FastifyRequest, 'params' | 'query' | 'body'>): string | null {
  const keys = new Set<string>()
  let length = 0
  let looked = 0
  for (const key of keysIn(request)) {
    looked += 1
    if (length > LONGEST_OBJECT || looked > LONGEST_OBJECT) break
    if (!isKey(key) || keys.has(String(key))) continue
    keys.add(String(key))
    length += String(key).length + 1
  }
  return [...keys].join(',').slice(0, LONGEST_OBJECT) || null
}
