import { sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import type { SnapshotPeriod } from './write.ts'

/** Serializes all acts on official data, so that their numbers rise in the order of their commits. */
export async function lockOfficial(trx: Trx): Promise<void> {
  await sql`select 1 from warehouse_revision for update`.execute(trx)
}

/** Takes a number for an act that is no sync. Syncs have their own from the same sequence. */
export async function nextEdition(trx: Trx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('warehouse_sync', 'id')) as id`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('a sequence returns one number')
  return Number(row.id)
}

/** Notes an act on official data, not before the one before it: clocks of servers differ. */
export async function keepEdition(
  trx: Trx,
  edition: {
    id: number
    kind: 'SYNC' | 'PUBLISH' | 'WITHDRAW'
    at: string
    by: string
    reason?: string | undefined
  },
): Promise<void> {
  await sql`insert into official_edition (id, kind, at, by_user, reason)
    values (${edition.id}, ${edition.kind},
      greatest(${edition.at}::timestamptz, (select max(at) from official_edition)), ${edition.by},
      ${edition.reason || null})`.execute(trx)
}

/** What a revision came from: a sync of the period, a later period's rows, or a revision of published figures,
 * by a sync or by the withdrawal of one. */
type Origin = 'SYNC' | 'BACKCAST' | 'REVISION'

/** A period's revision. */
export interface Revised extends SnapshotPeriod {
  origin: Origin
}

const yearsOf = (periods: readonly SnapshotPeriod[]) => periods.map(({ year }) => year)
const quartersOf = (periods: readonly SnapshotPeriod[]) => periods.map(({ quarter }) => quarter)

/** Notes the next revision of each of these periods. */
export async function keepRevisions(trx: Trx, periods: readonly Revised[], edition: number): Promise<void> {
  if (periods.length === 0) return
  await sql`
    insert into official_revision (year, quarter, no, edition, origin)
    select a.year, a.quarter, coalesce((select max(no) from official_revision r
        where r.year = a.year and r.quarter = a.quarter), 0) + 1, ${edition}::bigint, a.origin
    from unnest(${yearsOf(periods)}::integer[], ${quartersOf(periods)}::smallint[],
      ${periods.map(({ origin }) => origin)}::text[]) a(year, quarter, origin)`.execute(trx)
}

/** Notes that periods are published. */
export async function keepPublications(
  trx: Trx,
  periods: readonly SnapshotPeriod[],
  { edition, at, by }: { edition: number; at: string; by: string },
): Promise<void> {
  await sql`
    insert into official_publication (year, quarter, edition, published_at, by_user)
    select year, quarter, ${edition}::bigint, ${at}::timestamptz, ${by}
    from unnest(${yearsOf(periods)}::integer[], ${quartersOf(periods)}::smallint[]) a(year, quarter)`.execute(
    trx,
  )
}

/** Whether a period has a revision. */
export async function isRevised(db: Db, { year, quarter }: SnapshotPeriod): Promise<boolean> {
  const { rows } = await sql`
    select 1 from official_revision where year = ${year} and quarter = ${quarter} limit 1`.execute(db)
  return rows.length > 0
}

/** All periods that have revisions. */
export async function numberedPeriods(db: Db): Promise<SnapshotPeriod[]> {
  const { rows } = await sql<SnapshotPeriod>`
    select distinct year, quarter from official_revision order by year desc, quarter desc`.execute(db)
  return rows
}
