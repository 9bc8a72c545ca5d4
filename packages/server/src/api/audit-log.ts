import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { defineHandlers } from '../contract/types.ts'
import type { AuditLogTable } from '../db/schema-foundation.ts'
import { definedOnly } from '../domain/auth/info.ts'
import { all, containing, orderBy } from '../domain/order.ts'

const SORTABLE = { time: 'a.time', username: 'a.username', action: 'a.action', result: 'a.result' }

export const auditLogHandlers = defineHandlers({
  async listAuditLog({ query }, { db }) {
    const { page = 0, size = 10, keyword, from, to } = query
    const parts = []
    if (keyword) {
      const pattern = containing(keyword)
      parts.push(sql<boolean>`concat_ws(' ', a.username, a.org_name, a.action, a.object, a.address, a.request_id)
        ilike ${pattern}`)
    }
    // Days are those of the session's zone, which is Beijing.
    if (from) parts.push(sql<boolean>`a.time >= ${from}::date`)
    if (to) parts.push(sql<boolean>`a.time < ${to}::date + 1`)
    const { rows } = await sql<Selectable<AuditLogTable>>`
      select a.* from audit_log a where ${all(parts)}
      order by ${orderBy(SORTABLE, query.sort, sql`a.id desc`)} limit ${size} offset ${page * size}`.execute(
      db,
    )
    const counted = await sql<{ total: number }>`
      select count(*) as total from audit_log a where ${all(parts)}`.execute(db)
    const content = rows.map((row) => ({
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
    }))
    return { content, totalElements: counted.rows[0]?.total ?? 0 }
  },
})
