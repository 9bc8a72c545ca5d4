import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { searchVector } from '../text-search/bigrams.ts'

type Schemas = components['schemas']

/** A record that a call concerned, with the values that it changed. */
export type EntryRecord = Schemas['AuditRecord']

/** A new audit entry. Actor and object are stored as text, because names may change later. */
export interface NewEntry {
  userId?: number | undefined
  username?: string | undefined
  realName?: string | undefined
  orgId?: number | undefined
  orgName?: string | undefined
  roleNames?: string | undefined
  address?: string | undefined
  device?: string | undefined
  action: string
  actionGroup?: Schemas['AuditGroup'] | undefined
  operationId?: string | undefined
  /** Keys of the records as text, for calls whose records cannot be read. */
  object?: string | undefined
  recordKind?: Schemas['AuditKind'] | undefined
  records?: readonly EntryRecord[]
  /** Name of the object of the call, if it is no single record. */
  about?: string | undefined
  result: number
  rule?: string | undefined
  reason?: string | undefined
  requestId?: string | undefined
}

const LONGEST_REASON = 500
const LONGEST_NAME = 300

/** Key of a record in the index of the log. */
export const keyOf = ({ kind, id }: Pick<EntryRecord, 'kind' | 'id'>): string => `${kind}:${id}`

/**
 * Appends an entry to the audit log and to the queue of entries to seal. The only way in: nothing changes an entry
 * afterwards.
 */
export async function writeEntry(db: Db, entry: NewEntry): Promise<void> {
  const { records = [] } = entry
  const name = entry.about ?? records[0]?.name
  const search = searchVector({
    A: [entry.username, entry.realName, entry.action, ...records.slice(0, 50).map((each) => each.name)].join(
      ' ',
    ),
    B: [entry.about, entry.orgName, entry.reason, entry.rule, entry.address, entry.object].join(' '),
  })
  const kept = records.filter(({ changes }) => changes.length > 0)
  await sql`
    with entry as (
      insert into audit_log (user_id, username, real_name, org_id, org_name, role_names, address, device, action,
        action_group, operation_id, object, record_kind, record_name, record_keys, record_count, result, rule, reason,
        request_id, changes, search)
      values (${entry.userId}, ${entry.username}, ${entry.realName}, ${entry.orgId}, ${entry.orgName},
        ${entry.roleNames}, ${entry.address}, ${entry.device}, ${entry.action}, ${entry.actionGroup},
        ${entry.operationId}, ${entry.object}, ${entry.recordKind}, ${name?.slice(0, LONGEST_NAME)},
        ${records.length > 0 ? records.map(keyOf) : null}::text[],
        ${records.length > 0 ? records.length : null}::int, ${entry.result}, ${entry.rule},
        ${entry.reason?.slice(0, LONGEST_REASON)}, ${entry.requestId},
        ${kept.length > 0 ? JSON.stringify(kept) : null}::jsonb, ${search}::tsvector)
      returning id)
    insert into audit_queue (entry_id) select id from entry`.execute(db)
}
