import type { components, operations } from '@xinchu/sdk/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { all, containing, orderBy } from '../../db/sql.ts'
import { definedOnly } from '../auth/info.ts'

type Schemas = components['schemas']
export type AuditQuery = NonNullable<operations['listAuditLog']['parameters']['query']>
export type AuditFilter = Pick<AuditQuery, 'keyword' | 'from' | 'to'>
export type AuditRow = Row<'audit_log'>

const SORTABLE = {
  id: 'a.id',
  time: 'a.time',
  username: 'a.username',
  action: 'a.action',
  result: 'a.result',
}

/** SQL conditions on the audit log (alias `a`). */
export function matching({ keyword, from, to }: AuditFilter): RawBuilder<boolean> {
  const parts = []
  if (keyword)
    parts.push(sql<boolean>`concat_ws(' ', a.username, a.org_name, a.action, a.object, a.address, a.request_id)
      ilike ${containing(keyword)}`)
  // Dates are in the database session's time zone, Beijing.
  if (from) parts.push(sql<boolean>`a.time >= ${from}::date`)
  if (to) parts.push(sql<boolean>`a.time < ${to}::date + 1`)
  return all(parts)
}

const entryOf = (row: AuditRow): Schemas['AuditEntry'] => ({
  id: row.id,
  time: row.time,
  action: row.action,
  result: row.result,
  ...definedOnly({
    username: row.username ?? undefined,
    orgName: row.org_name ?? undefined,
    address: row.address ?? undefined,
    operationId: row.operation_id ?? undefined,
    object: row.object ?? undefined,
    requestId: row.request_id ?? undefined,
  }),
})

/** Returns a page of the audit log, newest first. */
export async function pageAuditLog(db: Db, query: AuditQuery): Promise<Schemas['AuditPage']> {
  const { page = 0, size = 10 } = query
  const where = matching(query)
  const { rows } = await sql<AuditRow>`
    select a.* from audit_log a where ${where}
    order by ${orderBy(SORTABLE, query.sort, sql`a.id desc`)} limit ${size} offset ${page * size}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from audit_log a where ${where}`.execute(db)
  return { content: rows.map(entryOf), totalElements: counted.rows[0]?.total ?? 0 }
}
