import type { components } from '@xinchu/sdk/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { visibleParts } from '../scope.ts'
import { ledgerProjects, type SnapshotSource, storedRecords } from '../warehouse/ledger.ts'
import { conditions, type ProjectQuery } from './filters.ts'
import { columnsOfOrder, orderOf } from './order.ts'
import { type ProjectRow, selection } from './query.ts'
import { listRow } from './row.ts'

type Schemas = components['schemas']

/** A page of the ledger, filtered, sorted and shown by the snapshot's values. */
async function pageLedger(db: Db, query: ProjectQuery, user: Caller): Promise<Schemas['EsProjectPage']> {
  const { page = 0, size = 10, todo: _todo, ...filter } = query
  const from = ledgerProjects(query)
  const where = conditions(filter, user)
  const found = await sql<{ id: number }>`
    select p.id from ${from} where ${where} order by ${orderOf(query.sort)} limit ${size} offset ${page * size}`.execute(
    db,
  )
  const ids = found.rows.map(({ id }) => id)
  const { rows } = await sql<ProjectRow & SnapshotSource>`${storedRecords(selection, ids, query)}`.execute(db)
  // Stored records allow no flow actions.
  const content = rows.map((row) => ({
    ...listRow(row, user),
    actions: [],
    editable: false,
    deletable: false,
  }))
  return { content, totalElements: await countOf(db, from, where) }
}

/** Counts projects part by part. */
async function countOf(
  db: Db,
  from: RawBuilder<unknown>,
  where: RawBuilder<boolean>,
  parts: readonly RawBuilder<boolean>[] = [sql<boolean>`true`],
): Promise<number> {
  const counts = parts.map((part) => sql`(select count(*) from ${from} where ${where} and ${part})`)
  const { rows } = await sql<{ total: number }>`select ${sql.join(counts, sql` + `)} as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** Returns a page of projects in the caller's scope: working records, or the ledger of a period. */
export async function pageProjects(
  db: Db,
  query: ProjectQuery,
  user: Caller,
): Promise<Schemas['EsProjectPage']> {
  if (query.source === 'warehouse') return pageLedger(db, query, user)
  const { page = 0, size = 10, sort } = query
  const where = conditions(query, user)
  const totalElements = await countOf(db, sql`es_project p`, where, visibleParts(user))
  if (totalElements <= page * size) return { content: [], totalElements }
  // Each part uses its own index. Names are joined only for the shown rows, not for skipped ones.
  const parts = visibleParts(user).map(
    (part) => sql`(select ${columnsOfOrder(sort)} from es_project p where ${where} and ${part}
      order by ${orderOf(sort)} limit ${(page + 1) * size})`,
  )
  const { rows } = await sql<ProjectRow>`
    select ${selection} from (
      select p.province_code, p.id from (${sql.join(parts, sql` union all `)}) p order by ${orderOf(sort)}
      limit ${size} offset ${page * size}) shown
    join es_project p on p.province_code = shown.province_code and p.id = shown.id
    order by ${orderOf(sort)}`.execute(db)
  return { content: rows.map((row) => listRow(row, user)), totalElements }
}
