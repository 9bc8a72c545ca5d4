import type { components, operations } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { all, pageOf } from '../../db/sql.ts'
import type { Caller } from '../caller.ts'
import { labelIn } from '../dict/label.ts'
import type { RecordKind } from '../flow/kind.ts'
import { sentTo } from '../remarks/reach.ts'
import type { Reviewed } from '../remarks/reviewed.ts'
import type { RemarkRow } from '../remarks/store.ts'
import { reply } from '../reply.ts'
import { namesFor } from '../values/words.ts'
import { kinds } from './list.ts'
import { findReviewed, reviewedEntity } from './records.ts'
import { remarkView } from './remark-view.ts'

type Query = NonNullable<operations['listReviewRemarks']['parameters']['query']>

/** SQL condition: remark `r` is about a record of a kind that the caller sees. */
function about({ code, rows: { from, as }, visible }: RecordKind, user: Caller) {
  const own = (column: string) => sql.ref(`${as}.${column}`)
  return sql<boolean>`(r.entity = ${code} and exists (select 1 from ${from}
    where ${own('province_code')} = r.province_code and ${own('id')} = r.entity_id and ${visible(user)}))`
}

/** SQL: the case of the office that reports what remark `x` is about. */
function authorOf({ code, rows: { from, as, office } }: RecordKind) {
  const own = (column: string) => sql.ref(`${as}.${column}`)
  return sql`when ${code} then (select ${office ?? own('org_id')} from ${from}
    where ${own('province_code')} = x.province_code and ${own('id')} = x.entity_id)`
}

/** SQL condition: remark `r` is about a record that the caller sees, and has been sent to his level. */
export const visibleRemarks = (user: Caller): RawBuilder<boolean> => sql<boolean>`${sentTo(user, kinds)} and (
  ${sql.join(
    kinds.map((kind) => about(kind, user)),
    sql` or `,
  )})`

/** A page of remarks in the caller's scope, the last raised first. */
export async function listRemarks(
  db: Db,
  query: Query,
  user: Caller,
): Promise<components['schemas']['ReviewRemarkPage']> {
  const { entity, entityId, status } = query
  const parts = [visibleRemarks(user)]
  if (entity) parts.push(sql<boolean>`r.entity = ${entity}`)
  if (entityId !== undefined) parts.push(sql<boolean>`r.entity_id = ${entityId}`)
  if (status?.length) parts.push(sql<boolean>`r.status = any(${[...status]}::text[])`)
  const where = all(parts)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from review_remark r where ${where}`.execute(db)
  const { rows } = await sql<RemarkRow>`
    select r.* from review_remark r
    ${pageOf(where, query, { id: 'r.id', order: sql`r.raised_at desc, r.id desc` })}`.execute(db)
  const records = new Map<string, Reviewed>()
  for (const kind of new Set(rows.map((row) => reviewedEntity(row.entity)))) {
    const ids = rows.filter((row) => row.entity === kind).map(({ entity_id }) => entity_id)
    for (const record of await findReviewed(db, kind, [...new Set(ids)], user))
      records.set(`${kind}/${record.id}`, record)
  }
  const names = await namesFor(
    db,
    [...records.values()].map(({ content }) => content),
  )
  return {
    content: rows.flatMap((row) => {
      const record = records.get(`${row.entity}/${row.entity_id}`)
      return record ? [remarkView(row, record, names, user)] : []
    }),
    totalElements: counted[0]?.total ?? 0,
  }
}

type RemarkCount = components['schemas']['ReviewRemarkCount']

/** Counts the remarks in the caller's scope by reporting office, kind and state. */
export async function countRemarks(db: Db, user: Caller): Promise<RemarkCount[]> {
  const { rows } = await sql<{
    org_id: number | null
    org_name: string | null
    entity: RemarkRow['entity']
    status: RemarkRow['status']
    count: number
    records: number
    oldest: string
  }>`
    select x.org_id, o.org_name, x.entity, x.status, count(*) as count, count(distinct x.entity_id) as records,
      min(x.raised_at) as oldest
    from (select x.*, case x.entity
        ${sql.join(kinds.map(authorOf), sql` `)} end as org_id
      from (select r.province_code, r.entity, r.entity_id, r.status, r.raised_at from review_remark r
        where ${visibleRemarks(user)}) x) x
    left join org o on o.id = x.org_id
    group by x.org_id, o.org_name, x.entity, x.status order by min(x.raised_at)`.execute(db)
  return rows.map((row) =>
    reply<RemarkCount>({
      orgId: row.org_id,
      orgName: row.org_name ?? '',
      entity: row.entity,
      status: row.status,
      statusLabel: labelIn('remark_status', row.status),
      count: row.count,
      records: row.records,
      oldestAt: row.oldest,
    }),
  )
}
