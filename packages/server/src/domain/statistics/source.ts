import type { components } from '@xinchu/contract/schema'
import { quarterDays } from '@xinchu/validators'
import { type RawBuilder, sql } from 'kysely'
import { officialPeriodOf } from '../ledger/ledger.ts'
import { submittedVersions } from '../ledger/submitted.ts'

/** Source and reference date of figures. */
export interface StatSource {
  /** Default: the working records. */
  side?: components['schemas']['DataSide'] | undefined
  year?: number | undefined
  /** Default: the whole year. */
  quarter?: number | undefined
}

/** Last day of the period, yyyy-MM-dd; undefined for current figures. */
export function lastDayOf({ year, quarter }: StatSource): string | undefined {
  if (year === undefined) return undefined
  return quarterDays({ year, quarter: quarter ?? 4 }).last
}

/**
 * Projects of a source (`p`): working records as they were submitted last, or the official snapshot of the period or the last before it. A period
 * before the first snapshot uses that snapshot, limited by commissioning date.
 */
export function projectsOf({ side, ...period }: StatSource): RawBuilder<unknown> {
  if (side !== 'warehouse') return submittedVersions
  return sql`(select w.*, w.project_id as id, false as deleted, true as submitted_once, true as is_counted
    from warehouse_project w where (w.year, w.quarter) = ${officialPeriodOf({ ...period, orFirst: true })}) p`
}
