import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/open.ts'
import type { Operation } from './document.ts'

// Reading is not recorded, but for what leaves the platform as a file.
const isRecorded = ({ method, success, id }: Operation) =>
  (method !== 'GET' || success.isFile) && id !== 'refreshToken' && id !== 'streamUnreadCount'

const LONGEST_OBJECT = 200

const at = (source: unknown, name: string): unknown =>
  typeof source === 'object' && source !== null
    ? Object.entries(source).find(([key]) => key === name)?.[1]
    : undefined

const isKey = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && /^\d{1,18}$/.test(value))

/** What a call is about: the keys in its path, its query and its body, and nothing else of them. */
function objectOf({ params, query, body }: FastifyRequest): string | null {
  const inPath = Object.values(Object(params))
  const named = [query, body].flatMap((source) => ['id', 'ids', 'userId'].flatMap((name) => at(source, name)))
  const listed = Array.isArray(body) ? body : []
  const keys = [...inPath, ...[...named, ...listed].filter(isKey)]
  return [...new Set(keys.map(String))].join(',').slice(0, LONGEST_OBJECT) || null
}

/** Who calls; before the log-in the account that is named, where there is one, since anything may be typed there. */
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

/** Notes who did what to what, from where, and how it ended. Of bodies only keys are noted. */
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
