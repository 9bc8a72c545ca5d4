import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/database.ts'
import type { Operation } from './document.ts'
import type { OperationId } from './operation-id.ts'

/** Calls that pages make on their own, and those that are a part of a recorded one. */
const UNRECORDED: ReadonlySet<OperationId> = new Set(['refreshToken', 'streamUnreadCount', 'putFilePart'])

// Reads are not recorded, except exported files and operations marked as audited in the contract.
const isRecorded = ({ method, success, id, isAudited }: Operation) =>
  (method !== 'GET' || success.isFile || isAudited) && !UNRECORDED.has(id)

const LONGEST_OBJECT = 200

/** Properties of a query or body that are recorded. */
const NAMES = ['id', 'ids', 'userId'] as const

/** Reads an own property by name. */
const at = (source: unknown, name: string): unknown =>
  typeof source === 'object' && source !== null
    ? Object.getOwnPropertyDescriptor(source, name)?.value
    : undefined

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

/** The caller. Before log-in, the named account if it exists, since users may type anything. */
async function personOf(db: Db, { caller, body }: FastifyRequest) {
  if (caller) return { user_id: caller.id, username: caller.username, org_name: caller.orgName ?? null }
  const named = at(body, 'username')
  if (typeof named !== 'string') return {}
  const account = await db
    .selectFrom('app_user as u')
    .leftJoin('org as o', 'o.id', 'u.org_id')
    .select(['u.id as user_id', 'u.username', 'o.org_name'])
    .where('u.username_key', '=', named.toLowerCase())
    .executeTakeFirst()
  return account ?? {}
}

/** Records caller, operation, subject, address and outcome. Of bodies only keys are recorded. */
export async function recordCall(
  db: Db,
  operation: Operation,
  request: FastifyRequest,
  result: number,
): Promise<void> {
  if (!isRecorded(operation)) return
  await db
    .insertInto('audit_log')
    .values({
      ...(await personOf(db, request)),
      address: request.ip,
      action: operation.summary,
      operation_id: operation.id,
      object: objectOf(request),
      result,
      request_id: request.id,
    })
    .execute()
}

/** Records the outcome of a call for each of several subjects, besides the call itself. */
export async function recordEach(
  db: Db,
  request: FastifyRequest,
  operationId: OperationId,
  entries: readonly { id: number; action: string; reason?: string }[],
): Promise<void> {
  const person = await personOf(db, request)
  const rows = entries.map(({ id, action, reason }) => ({
    ...person,
    address: request.ip,
    action: reason ? `${action}：${reason}` : action,
    operation_id: operationId,
    object: String(id),
    result: 200,
    request_id: request.id,
  }))
  if (rows.length > 0) await db.insertInto('audit_log').values(rows).execute()
}
