import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { all, containing, orderBy, pageOf } from '../../db/sql.ts'
import { badRequest, notFound } from '../../errors.ts'
import { reply } from '../reply.ts'
import { searchQuery } from '../text-search/query.ts'
import { keyOf } from './entry.ts'

type Schemas = components['schemas']
export type AuditQuery = NonNullable<operations['listAuditLog']['parameters']['query']>
export type AuditFilter = Omit<AuditQuery, 'page' | 'size' | 'afterId' | 'sort'>
export type AuditRow = Omit<Row<'audit_log'>, 'search'> & { seq: number | null; hash: string | null }

/** Entries that a list counts. A longer one says that there are more. */
const MOST_COUNTED = 10_000

const SORTABLE = {
  id: 'a.id',
  time: 'a.time',
  username: 'a.username',
  action: 'a.action',
  result: 'a.result',
}

const WORDS = sql`concat_ws(' ', a.username, a.real_name, a.org_name, a.action, a.object, a.record_name, a.reason,
  a.address, a.request_id)`

/**
 * Entries with all these words. Those of older versions have no index of words, and numbers of requests are not in it.
 */
function containingWords(keyword: string): RawBuilder<boolean> {
  const plain = sql<boolean>`${WORDS} ilike ${containing(keyword)}`
  const query = searchQuery(keyword)
  if (!query) return plain
  return sql<boolean>`(a.search @@ ${query}::tsquery or (a.search is null and ${plain})
    or a.request_id = ${keyword})`
}

/** SQL conditions on the audit log (alias `a`). @throws HttpError 400 for the id of a record without its kind */
export function matching(filter: AuditFilter): RawBuilder<boolean> {
  const { keyword, person, orgName, recordKind, recordId, outcome, address, from, to } = filter
  if (recordId && !recordKind)
    throw badRequest('F-001', '对象类别：内容不能为空', [{ field: 'recordKind', message: '内容不能为空' }])
  const parts: RawBuilder<boolean>[] = []
  if (keyword) parts.push(containingWords(keyword))
  if (person) parts.push(sql`(a.username = ${person} or a.real_name = ${person})`)
  if (orgName)
    parts.push(sql`a.org_id in (select o.id from org o where o.org_name ilike ${containing(orgName)})`)
  if (filter.actionGroup) parts.push(sql`a.action_group = ${filter.actionGroup}`)
  if (filter.action) parts.push(sql`a.action = ${filter.action}`)
  if (recordKind && recordId)
    parts.push(sql`a.record_keys @> array[${keyOf({ kind: recordKind, id: recordId })}]::text[]`)
  else if (recordKind) parts.push(sql`a.record_kind = ${recordKind}`)
  if (outcome === 'refused') parts.push(sql`a.result >= 400`)
  if (outcome === 'success') parts.push(sql`a.result < 400`)
  if (address) parts.push(sql`a.address like ${containing(address).slice(1)}`)
  // Dates are in the database session's time zone, Beijing.
  if (from) parts.push(sql`a.time >= ${from}::date`)
  if (to) parts.push(sql`a.time < ${to}::date + 1`)
  return all(parts)
}

const COLUMNS = sql`a.id, a.time, a.user_id, a.username, a.real_name, a.org_id, a.org_name, a.role_names, a.address,
  a.device, a.action, a.action_group, a.operation_id, a.object, a.record_kind, a.record_name, a.record_keys,
  a.record_count, a.result, a.rule, a.reason, a.request_id`

/** A page of entries with their places in the chain, those of `where`. */
export const entriesWith = (where: RawBuilder<boolean>): RawBuilder<AuditRow> =>
  sql`select ${COLUMNS}, s.seq, s.hash from audit_log a left join audit_seal s on s.entry_id = a.id where ${where}`

export const entryOf = (row: AuditRow): Schemas['AuditEntry'] =>
  reply<Schemas['AuditEntry']>({
    id: row.id,
    seq: row.seq,
    time: row.time,
    username: row.username,
    realName: row.real_name,
    orgName: row.org_name,
    roleNames: row.role_names,
    address: row.address,
    device: row.device,
    action: row.action,
    actionGroup: row.action_group,
    operationId: row.operation_id,
    object: row.object,
    recordKind: row.record_kind,
    recordName: row.record_name,
    recordCount: row.record_count,
    result: row.result,
    rule: row.rule,
    reason: row.reason,
    requestId: row.request_id,
  })

/** Returns a page of the audit log, newest first. */
export async function pageAuditLog(db: Db, query: AuditQuery): Promise<Schemas['AuditPage']> {
  const where = matching(query)
  const order = query.afterId === undefined ? orderBy(SORTABLE, query.sort, sql`a.id desc`) : sql`a.id`
  // The page is found before the chain is joined, so that an index gives its order.
  const { rows } = await sql<AuditRow>`
    select ${COLUMNS}, s.seq, s.hash
    from (select a.* from audit_log a ${pageOf(where, query, { id: 'a.id', order })}) a
    left join audit_seal s on s.entry_id = a.id order by ${order}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from (select 1 from audit_log a where ${where} limit ${MOST_COUNTED + 1}) t`.execute(
    db,
  )
  const total = counted.rows[0]?.total ?? 0
  return {
    content: rows.map(entryOf),
    totalElements: Math.min(total, MOST_COUNTED),
    ...(total > MOST_COUNTED ? { more: true } : {}),
  }
}

/** Returns an entry with the records that it concerns. @throws HttpError 404 */
export async function auditEntry(db: Db, id: number): Promise<Schemas['AuditDetail']> {
  const { rows } = await sql<AuditRow & { changes: Schemas['AuditRecord'][] | null }>`
    select e.*, (select c.changes from audit_log c where c.id = e.id) as changes
    from (${entriesWith(sql<boolean>`a.id = ${id}`)}) e`.execute(db)
  const [row] = rows
  if (!row) throw notFound('审计记录')
  return reply<Schemas['AuditDetail']>({ entry: entryOf(row), records: row.changes ?? [], hash: row.hash })
}

/** Returns the ends of the chain on each day, the latest first. */
export async function pageHeads(
  db: Db,
  { page = 0, size = 10 }: { page?: number; size?: number },
): Promise<Schemas['AuditHeadPage']> {
  const { rows } = await sql<Row<'audit_head'> & { total: number }>`
    select h.*, count(*) over () as total from audit_head h
    order by h.day desc limit ${size} offset ${page * size}`.execute(db)
  return {
    content: rows.map((row) =>
      reply<Schemas['AuditHead']>({
        day: row.day,
        firstSeq: row.first_seq,
        lastSeq: row.last_seq,
        hash: row.hash,
        removedAt: row.removed_at,
      }),
    ),
    totalElements: rows[0]?.total ?? 0,
  }
}

/** Id of the newest entry. */
export async function lastEntryId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from audit_log`.execute(db)
  return rows[0]?.id ?? 0
}
