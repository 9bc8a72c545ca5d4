import { useSuspenseQuery } from '@tanstack/react-query'
import { may } from '@xinchu/contract/rights'
import { GrantedLink } from './granted-link.tsx'
import { sessionQueries } from './session-queries.ts'

/** A link from a record to its entries in the audit log, for those who may read the log. */
export function AuditLink({ kind, id }: { kind: string; id: number }) {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  if (!may(user, 'accounts.manage')) return null
  return (
    <GrantedLink
      to="/system/audit/index"
      search={{ recordKind: kind, recordId: id }}
      className="text-brand-ink text-s hover:underline"
      data-print="none"
    >
      审计记录
    </GrantedLink>
  )
}
