import { type RawBuilder, sql } from 'kysely'
import type { Row } from '../../db/schema.ts'

/** Period of the requested official snapshot; the latest by default. */
export interface LedgerPeriod {
  year?: number | undefined
  /** Default: the whole year. */
  quarter?: number | undefined
  /** A period before the first snapshot has that snapshot, as in statistics. */
  orFirst?: boolean | undefined
}

/** Year and quarter of the official snapshot of a period: its own, or the last before it. */
export function officialPeriodOf({ year, quarter, orFirst = false }: LedgerPeriod): RawBuilder<unknown> {
  const asked = sql`${year === undefined ? null : year * 4 + (quarter ?? 4)}::integer`
  const isUntil = sql`coalesce(year * 4 + quarter <= ${asked}, true)`
  return sql`(select year, quarter from warehouse_period where sync_id is not null ${orFirst ? sql`` : sql`and ${isUntil}`}
    order by ${isUntil} desc, case when not ${isUntil} then year * 4 + quarter end, year desc, quarter desc limit 1)`
}

// Filter and sort fields without a column in the snapshot.
const more = sql`w.project_id as id, false as deleted, true as submitted_once, true as is_counted,
  w.content ->> 'declare_status' as declare_status, w.content ->> 'country_status' as country_status,
  w.content ->> 'repeat_flag' as repeat_flag, (w.content ->> 'create_time')::timestamptz as create_time,
  (w.content ->> 'update_time')::timestamptz as update_time,
  (w.content ->> 'waiting_since')::timestamptz as waiting_since`

/** Projects of the official snapshot (`p`), with the same columns as working records. */
export const ledgerProjects = (period: LedgerPeriod = {}): RawBuilder<unknown> =>
  sql`(select w.*, ${more} from warehouse_project w where (w.year, w.quarter) = ${officialPeriodOf(period)}) p`

/** Columns of a `SnapshotSource`, of warehouse_project as `w`. */
const origin = sql`w.year as snapshot_year, w.quarter as snapshot_quarter, w.project_version, w.sync_id,
  (select s.finished_at from warehouse_sync s where s.id = w.sync_id) as stored_at`

/** Complete records of the official snapshot (`p`), with their origin. */
export const completeRecords = (period: LedgerPeriod = {}): RawBuilder<unknown> =>
  sql`(select r.*, ${origin} from warehouse_project w cross join lateral jsonb_populate_record(null::es_project, w.content) r
    where (w.year, w.quarter) = ${officialPeriodOf(period)}) p`

/** Origin of a ledger row. */
export interface SnapshotSource {
  snapshot_year: number
  snapshot_quarter: Row<'usage_report'>['quarter']
  project_version: number
  sync_id: number
  stored_at: string | null
}

/** Complete records of these projects from the snapshot (`p`), with their origin, in the order of the ids. */
export const storedRecords = (
  selection: RawBuilder<unknown>,
  ids: readonly number[],
  period: LedgerPeriod = {},
): RawBuilder<unknown> => sql`
  select ${selection}, ${origin}
  from warehouse_project w cross join lateral jsonb_populate_record(null::es_project, w.content) p
  where (w.year, w.quarter) = ${officialPeriodOf(period)} and w.project_id = any(${[...ids]}::bigint[])
  order by array_position(${[...ids]}::bigint[], w.project_id)`
