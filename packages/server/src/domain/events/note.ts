import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import type { EventKind, Told } from './kinds.ts'

/** One change of a record. */
export interface EventNote {
  kind: EventKind
  provinceCode: string
  id: number
  from?: string | null | undefined
  to?: string | null | undefined
  /** Others than the author saw the record before the change, though perhaps not after it. */
  wasOpen?: boolean
  /** Part of the sealed review: only those who see its states meanwhile see the event. */
  isSealed?: boolean
  /** Not told before this moment. */
  dueAt?: string
}

/** Columns of an event that come from its record (`r`). */
const FROM_RECORD = sql`record_code, version, province_code, city_code, county_code, org_id, owner_group_id,
  recommend_org_id`

/**
 * Writes the events of changed records of one kind, after the change and in its transaction, in one statement. The
 * caller holds the records' locks, which keeps the events of a record in order.
 */
export async function noteEvents(
  trx: Trx,
  { event }: Told,
  notes: readonly EventNote[],
  { orgName }: Pick<Caller, 'orgName'>,
): Promise<void> {
  if (notes.length === 0 || !event) return
  const { subject, source } = event
  const given = notes.map(({ kind, provinceCode, id, from, to, wasOpen, isSealed, dueAt }) => ({
    kind,
    province_code: provinceCode,
    id,
    from_state: from ?? null,
    to_state: to ?? null,
    was_open: wasOpen ?? false,
    is_sealed: isSealed ?? false,
    due_at: dueAt ?? null,
  }))
  await sql`
    insert into record_event (kind, subject, record_id, from_state, to_state, ${FROM_RECORD}, is_open, is_sealed, by_org, due_at)
    select x.kind, ${subject}::text, r.id, x.from_state, x.to_state, r.code, r.version, r.province_code,
      r.city_code, r.county_code, r.org_id, r.owner_group_id, r.recommend_org_id,
      r.is_within and (r.is_open or x.was_open), x.is_sealed, ${orgName}::text, coalesce(x.due_at, now())
    from rows from (jsonb_to_recordset(${JSON.stringify(given)}::text::jsonb) as (kind text, province_code text, id bigint,
      from_state text, to_state text, was_open boolean, is_sealed boolean, due_at timestamptz))
      with ordinality as x(kind, province_code, id, from_state, to_state, was_open, is_sealed, due_at, place)
    join (${source}) r on r.province_code = x.province_code and r.id = x.id
    order by x.place`.execute(trx)
}

/** Columns of written projects that `tellImported` reads. */
export const toldColumns = (prefix = '') =>
  sql.raw(
    ['id', 'project_code', 'version', 'province_code', 'city_code', 'county_code', 'org_id', 'owner_group_id']
      .concat('declare_status', 'submitted_once')
      .map((column) => prefix + column)
      .join(', '),
  )

/** SQL: writes the events of the imported projects that another part of the same statement returns. */
export const tellImported = (written: RawBuilder<unknown>, { orgName }: Pick<Caller, 'orgName'>) => sql`
  insert into record_event (kind, subject, record_id, ${FROM_RECORD}, to_state, is_open, by_org)
  select 'project.imported', 'project', id, project_code, version, province_code, city_code, county_code, org_id,
    owner_group_id, null, declare_status, submitted_once, ${orgName}::text
  from ${written} order by id`

/** Kinds of events of official figures. */
type PeriodEvent = Extract<EventKind, `period.${string}`>

/**
 * Writes the events of periods that an act stored as official, published or revised. They belong to no place and no
 * office.
 */
export async function notePeriods(
  trx: Trx,
  kind: PeriodEvent,
  { periods, edition }: { periods: readonly { year: number; quarter: number }[]; edition: number },
  { orgName }: Pick<Caller, 'orgName'>,
): Promise<void> {
  if (periods.length === 0) return
  await trx
    .insertInto('record_event')
    .values(
      periods.map(({ year, quarter }) => ({
        kind,
        subject: 'period' as const,
        record_id: edition,
        record_code: `${year}Q${quarter}`,
        is_open: true,
        by_org: orgName,
      })),
    )
    .execute()
}
