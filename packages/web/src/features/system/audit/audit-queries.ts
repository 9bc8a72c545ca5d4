import { queryOptions } from '@tanstack/react-query'
import { auditLog, bind } from '@xinchu/sdk'
import { connection } from '../../../app/connection.ts'

// Bound here, so that pages without the log do not load its calls.
export const sdk = bind(connection, { auditLog })

export type AuditListQuery = NonNullable<Parameters<typeof sdk.auditLog.list>[0]>
export type AuditEntry = Awaited<ReturnType<typeof sdk.auditLog.list>>['content'][number]
export type AuditDetail = Awaited<ReturnType<typeof sdk.auditLog.getDetail>>
export type AuditCheck = Awaited<ReturnType<typeof sdk.auditLog.verify>>

export const auditQueries = {
  list: (query: AuditListQuery) =>
    queryOptions({
      queryKey: ['system', 'audit', query],
      queryFn: ({ signal }) => sdk.auditLog.list(query, { signal }),
    }),
  entry: (id: number) =>
    queryOptions({
      queryKey: ['system', 'audit', 'entry', id],
      queryFn: ({ signal }) => sdk.auditLog.getDetail(id, { signal }),
    }),
  heads: queryOptions({
    queryKey: ['system', 'audit', 'heads'],
    queryFn: ({ signal }) => sdk.auditLog.listHeads({ size: 30 }, { signal }),
  }),
}
