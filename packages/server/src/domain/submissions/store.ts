import type { components } from '@xinchu/contract/schema'
import type { ReviewedKind } from '@xinchu/validators'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import type { Caller } from '../caller.ts'
import { reply } from '../reply.ts'
import type { Content } from '../values/differences.ts'

type Submission = Row<'review_submission'>

/** A warning that was there when a record was submitted, with its author's reason. */
export type StoredWarning = components['schemas']['ReviewWarning']

/** A record with what it holds now. */
interface Held {
  id: number
  provinceCode: string
  content: Content
}

/** A submission to be stored. */
export interface Submitted {
  record: Held
  warnings: readonly StoredWarning[]
}

/** Stores what was submitted, one row per record, in one statement. */
export async function storeSubmissions(
  trx: Trx,
  entity: ReviewedKind,
  submitted: readonly Submitted[],
  user: Pick<Caller, 'orgName' | 'realName'>,
): Promise<void> {
  if (submitted.length === 0) return
  const rows = submitted.map(({ record, warnings }) => ({
    province_code: record.provinceCode,
    entity_id: record.id,
    content: record.content,
    warnings,
  }))
  await sql`
    insert into review_submission (province_code, entity, entity_id, no, content, warnings, org_name, user_name)
    select x.province_code, ${entity}::text, x.entity_id, 1 + coalesce((select max(s.no) from review_submission s
        where s.province_code = x.province_code and s.entity = ${entity} and s.entity_id = x.entity_id), 0),
      x.content, x.warnings, ${user.orgName}::text, ${user.realName}::text
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as x(province_code text, entity_id bigint, content jsonb, warnings jsonb)`.execute(trx)
}

/**
 * Stores what records that are decided about now hold, where nothing was stored when they were submitted: those from
 * before submissions were kept. Their content has not changed since.
 */
export async function storeMissing(trx: Trx, entity: ReviewedKind, records: readonly Held[]): Promise<void> {
  if (records.length === 0) return
  const rows = records.map(({ id, provinceCode, content }) => ({
    province_code: provinceCode,
    entity_id: id,
    content,
  }))
  await sql`
    insert into review_submission (province_code, entity, entity_id, no, content, org_name, user_name)
    select x.province_code, ${entity}::text, x.entity_id, 1, x.content, '', ''
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as x(province_code text, entity_id bigint, content jsonb)
    where not exists (select 1 from review_submission s
      where s.province_code = x.province_code and s.entity = ${entity} and s.entity_id = x.entity_id)`.execute(
    trx,
  )
}

/** The submissions of records, first to last. */
export async function submissionsOf(
  db: Db,
  entity: ReviewedKind,
  ids: readonly number[],
): Promise<Map<number, Submission[]>> {
  const rows = await db
    .selectFrom('review_submission')
    .selectAll()
    .where('entity', '=', entity)
    .where('entity_id', 'in', ids.length > 0 ? [...ids] : [0])
    .orderBy('no')
    .execute()
  return groupById(rows)
}

function groupById(rows: readonly Submission[]): Map<number, Submission[]> {
  const byId = new Map<number, Submission[]>()
  for (const row of rows) byId.set(row.entity_id, [...(byId.get(row.entity_id) ?? []), row])
  return byId
}

const ORIGINS = ['AUTHOR', 'REVIEWER', 'IMPORT', 'SYNC'] as const

/** A submission in the contract's shape. */
export const submissionInfo = (row: Submission): components['schemas']['ReviewSubmission'] =>
  reply({
    no: row.no,
    time: row.time,
    orgName: row.org_name,
    userName: row.user_name,
    origin: ORIGINS.find((origin) => origin === row.origin),
  })

/** The number of the last submission of each record. */
export async function submissionNumbers(
  db: Db,
  entity: ReviewedKind,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ entity_id: number; no: number }>`
    select entity_id, max(no) as no from review_submission
    where entity = ${entity} and entity_id = any(${[...ids]}::bigint[]) group by entity_id`.execute(db)
  return new Map(rows.map(({ entity_id, no }) => [entity_id, no]))
}
