import type { components } from '@xinchu/sdk/schema'
import { quarterDays } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'

/** Where figures are taken from, and as at when. */
export interface StatSource {
  /** The working records where absent. */
  side?: components['schemas']['DataSide'] | undefined
  year?: number | undefined
  /** The whole year where absent. */
  quarter?: number | undefined
}

/** The last day of the period, yyyy-MM-dd; undefined where figures are those of today. */
export function lastDayOf({ year, quarter }: StatSource): string | undefined {
  if (year === undefined) return undefined
  return quarterDays({ year, quarter: quarter ?? 4 }).last
}

/**
 * The projects of a source, as `p`: the working records, or the official snapshot of the period or the last before it.
 * Of a period before the first snapshot that one tells, cut by the day of commissioning.
 */
export function projectsOf({ side, year, quarter }: StatSource): RawBuilder<unknown> {
  if (side !== 'warehouse') return sql`es_project p`
  const asked = year === undefined ? sql`null::integer` : sql`${year * 4 + (quarter ?? 4)}::integer`
  return sql`(select w.*, w.project_id as id, false as deleted, true as submitted_once
    from warehouse_project w
    where (w.year, w.quarter) = (select year, quarter from warehouse_period where sync_id is not null
      order by coalesce(year * 4 + quarter <= ${asked}, true) desc,
        case when year * 4 + quarter > ${asked} then year * 4 + quarter end, year desc, quarter desc limit 1)) p`
}
