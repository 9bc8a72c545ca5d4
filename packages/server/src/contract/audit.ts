import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/open.ts'
import type { Caller } from '../domain/caller.ts'
import type { Operation } from './document.ts'

// Reading is not recorded, but for what leaves the platform as a file.
const isRecorded = ({ method, success, id }: Operation) =>
  (method !== 'GET' || success.isFile) && id !== 'refreshToken' && id !== 'streamUnreadCount'

/** Notes who did what, from where, and how it ended. Bodies are never noted. */
export async function recordCall(
  db: Db,
  operation: Operation,
  request: FastifyRequest,
  caller: Pick<Caller, 'id' | 'username' | 'orgName'> | undefined,
  result: number,
): Promise<void> {
  if (!isRecorded(operation)) return
  await db
    .insertInto('audit_log')
    .values({
      user_id: caller?.id ?? null,
      username: caller?.username ?? null,
      org_name: caller?.orgName ?? null,
      address: request.ip,
      action: operation.summary,
      operation_id: operation.id,
      object: Object.values(request.params as object).join(',') || null, // the router's parameters
      result,
      request_id: request.id,
    })
    .execute()
}
