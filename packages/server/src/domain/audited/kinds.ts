import { type AuditedKind, type AuditedKinds, PLATFORM_KINDS, type RecordKind } from '../audit-log/kinds.ts'
import { kinds } from '../desk/list.ts'

/** The kinds of records that are reviewed. */
const reviewed: Partial<Record<RecordKind, AuditedKind>> = Object.fromEntries(
  kinds.map(({ code, table, audit }) => [code, { table, ...audit }]),
)

/** All kinds of records whose values before and after a call are recorded. */
export const KINDS: AuditedKinds = { ...PLATFORM_KINDS, ...reviewed }
