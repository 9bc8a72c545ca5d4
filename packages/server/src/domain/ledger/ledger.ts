import { type RawBuilder, sql } from 'kysely'
import type { Row } from '../../db/schema.ts'
import { askedNumber, countsIn, type OfficialPeriod } from './official.ts'

/** Period of the requested official snapshot; the latest by default. */
export interface LedgerPeriod extends OfficialPeriod {
  /** A period before the first snapshot has that snapshot, as in statistics. */
  orFirst?: boolean | undefined
}

/** Year and quarter of the official snapshot of a period: its own, or the last before it. */
export function officialPeriodOf({ orFirst = false, edition, ...period }: LedgerPeriod): RawBuilder<unknown> {
  const asked = sql`${askedNumber(period) ?? null}::integer`
  const isUntil = sql`coalesce(year * 4 + quarter <= ${asked}, true)`
  return sql`(select year, quarter from official_revision where origin = 'SYNC'
      ${edition === undefined ? sql`` : sql`and edition <= ${edition}`} ${orFirst ? sql`` : sql`and ${isUntil}`}
    order by ${isUntil} desc, case when not ${isUntil} then year * 4 + quarter end, year desc, quarter desc limit 1)`
}

// Filter and sort fields without a column in official rows.
const more = sql`w.project_id as id, false as deleted, true as submitted_once, true as is_counted,
  r.content ->> 'declare_status' as declare_status, r.content ->> 'country_status' as country_status,
  r.content ->> 'repeat_flag' as repeat_flag, (r.content ->> 'create_time')::timestamptz as create_time,
  (r.content ->> 'update_time')::timestamptz as update_time,
  (r.content ->> 'waiting_since')::timestamptz as waiting_since`

/** Official rows (`w`) of a period that has a snapshot (`s`), with their complete records (`r`). */
const stored = (period: LedgerPeriod) => sql`
  official_project w
  left join official_record r on r.province_code = w.province_code and r.project_id = w.project_id and r.sync_id = w.sync_id
  cross join ${officialPeriodOf(period)} s`

/** Projects of the official snapshot (`p`), with the same columns as working records. */
export const ledgerProjects = (period: LedgerPeriod = {}): RawBuilder<unknown> =>
  sql`(select w.*, ${more} from ${stored(period)} where ${countsIn(period)}) p`

/** Columns of a `SnapshotSource`, of {@link stored}. */
const origin = sql`s.year as snapshot_year, s.quarter as snapshot_quarter, w.project_version, w.sync_id,
  (select t.finished_at from warehouse_sync t where t.id = w.sync_id) as stored_at`

const complete = sql`cross join lateral jsonb_populate_record(null::es_project, r.content)`

/** Complete records of the official snapshot (`p`), with their origin. */
export const completeRecords = (period: LedgerPeriod = {}): RawBuilder<unknown> =>
  sql`(select c.*, ${origin} from ${stored(period)} ${complete} c where ${countsIn(period)}) p`

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
  from ${stored(period)} ${complete} p
  where ${countsIn(period)} and w.project_id = any(${[...ids]}::bigint[])
  order by array_position(${[...ids]}::bigint[], w.project_id)`
