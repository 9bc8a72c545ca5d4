import type { components } from '@xinchu/sdk/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { day } from '../../runtime/time.ts'
import type { Caller } from '../caller.ts'
import { withReviewCounts } from '../review/counts.ts'
import { visibleParts } from '../scope.ts'
import { ledgerProjects, type SnapshotSource, storedRecords } from '../warehouse/ledger.ts'
import { listConditions, type ProjectQuery, periodOf } from './filters.ts'
import { columnsOfOrder, orderOf } from './order.ts'
import { type ProjectRow, selection } from './query.ts'
import { listRow } from './row.ts'
import { attention, type WorkingRow, workingRow } from './working-row.ts'

type Schemas = components['schemas']

/** A page of the ledger, filtered, sorted and shown by the snapshot's values. */
async function pageLedger(
  db: Db,
  query: ProjectQuery,
  user: Caller,
  today: string,
): Promise<Schemas['EsProjectPage']> {
  const { page = 0, size = 10, withSums, todo: _todo, ...filter } = query
  const from = ledgerProjects(periodOf(query))
  const where = listConditions(filter, user, today)
  const found = await sql<{ id: number }>`
    select p.id from ${from} where ${where} order by ${orderOf(query.sort)} limit ${size} offset ${page * size}`.execute(
    db,
  )
  const ids = found.rows.map(({ id }) => id)
  const { rows } = await sql<
    ProjectRow & SnapshotSource
  >`${storedRecords(selection, ids, periodOf(query))}`.execute(db)
  // Stored records allow no flow actions.
  const content = rows.map((row) => ({
    ...listRow(row, user),
    actions: [],
    editable: false,
    deletable: false,
  }))
  const { total, power, energy } = await totalsOf(db, from, where, { withSums })
  return {
    content,
    totalElements: total,
    ...(withSums ? { ratedPower: power ?? 0, ratedEnergy: energy ?? 0 } : {}),
  }
}

interface Totals {
  total: number
  power: number | null
  energy: number | null
}

/** Counts projects part by part, and sums their power and energy on demand. */
async function totalsOf(
  db: Db,
  from: RawBuilder<unknown>,
  where: RawBuilder<boolean>,
  {
    parts = [sql<boolean>`true`],
    withSums = false,
  }: { parts?: readonly RawBuilder<boolean>[]; withSums?: boolean | undefined } = {},
): Promise<Totals> {
  const sums = withSums
    ? sql`sum(p.rated_power) as power, sum(p.rated_energy) as energy`
    : sql`null as power, null as energy`
  const counted = parts.map(
    (part) => sql`(select count(*) as total, ${sums} from ${from} where ${where} and ${part})`,
  )
  const { rows } = await sql<Totals>`
    select sum(total) as total, sum(power::numeric) as power, sum(energy::numeric) as energy
    from (${sql.join(counted, sql` union all `)}) counted`.execute(db)
  return rows[0] ?? { total: 0, power: null, energy: null }
}

/** Returns a page of projects in the caller's scope: working records, or the ledger of a period. */
export async function pageProjects(
  db: Db,
  query: ProjectQuery,
  user: Caller,
  now: Date,
): Promise<Schemas['EsProjectPage']> {
  const today = day(now)
  if (query.source === 'warehouse') return pageLedger(db, query, user, today)
  const { page = 0, size = 10, sort, withSums } = query
  const where = listConditions(query, user, today)
  const totals = await totalsOf(db, sql`es_project p`, where, { parts: visibleParts(user), withSums })
  const sums = withSums ? { ratedPower: totals.power ?? 0, ratedEnergy: totals.energy ?? 0 } : {}
  if (totals.total <= page * size) return { content: [], totalElements: totals.total, ...sums }
  // Each part uses its own index. Names are joined only for the shown rows, not for skipped ones.
  const parts = visibleParts(user).map(
    (part) => sql`(select ${columnsOfOrder(sort)} from es_project p where ${where} and ${part}
      order by ${orderOf(sort)} limit ${(page + 1) * size})`,
  )
  const { rows } = await sql<WorkingRow>`
    select ${selection}, ${attention} from (
      select p.province_code, p.id from (${sql.join(parts, sql` union all `)}) p order by ${orderOf(sort)}
      limit ${size} offset ${page * size}) shown
    join es_project p on p.province_code = shown.province_code and p.id = shown.id
    order by ${orderOf(sort)}`.execute(db)
  const shown = rows.map((row) => workingRow(row, user, now))
  const content = await withReviewCounts(db, 'PROJECT', shown, user)
  return { content, totalElements: totals.total, ...sums }
}
