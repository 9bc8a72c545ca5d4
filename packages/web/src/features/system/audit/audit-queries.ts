import { queryOptions } from '@tanstack/react-query'
import { auditLog } from '@xinchu/sdk'
import { callsOf } from '../../../app/query-client.ts'

// Bound here, so that pages without the log do not load its calls.
export const sdkOf = callsOf({ auditLog })
export type Sdk = ReturnType<typeof sdkOf>

export type AuditListQuery = NonNullable<Parameters<Sdk['auditLog']['list']>[0]>
export type AuditEntry = Awaited<ReturnType<Sdk['auditLog']['list']>>['content'][number]
export type AuditDetail = Awaited<ReturnType<Sdk['auditLog']['getDetail']>>
export type AuditCheck = Awaited<ReturnType<Sdk['auditLog']['verify']>>

export const auditQueries = {
  list: (query: AuditListQuery) =>
    queryOptions({
      queryKey: ['system', 'audit', query],
      queryFn: ({ client, signal }) => sdkOf(client).auditLog.list(query, { signal }),
    }),
  entry: (id: number) =>
    queryOptions({
      queryKey: ['system', 'audit', 'entry', id],
      queryFn: ({ client, signal }) => sdkOf(client).auditLog.getDetail(id, { signal }),
    }),
  heads: queryOptions({
    queryKey: ['system', 'audit', 'heads'],
    queryFn: ({ client, signal }) => sdkOf(client).auditLog.listHeads({ size: 30 }, { signal }),
  }),
}
