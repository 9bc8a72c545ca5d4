import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db, Trx } from '../../db/database.ts'
import { originOf } from '../../db/origin.ts'

/** Most rows of kept results of a database, about 20 MB. */
const MOST_ROWS = 100_000

type Rows = readonly unknown[]
type Kept = LRUCache<string, Rows, () => Promise<Rows>>

const keptOf = new WeakMap<Db, Kept>()

function keptBy(db: Db): Kept {
  const kept =
    keptOf.get(originOf(db)) ??
    new LRUCache<string, Rows, () => Promise<Rows>>({
      maxSize: MOST_ROWS,
      sizeCalculation: (rows) => rows.length + 1,
      fetchMethod: (_key, _stale, { context: read }) => read(),
    })
  keptOf.set(originOf(db), kept)
  return kept
}

/** States that stored snapshots change. Every transaction that writes `warehouse_project` must call it. */
export const touchSnapshots = (trx: Trx): Promise<unknown> =>
  sql`update warehouse_revision set number = number + 1`.execute(trx)

/**
 * Reads rows of a query over snapshots and the regional groups of provinces, and nothing else. Snapshots hardly ever
 * change, so the result is kept by the statement with its values and by the state of both. Calls at the same time share
 * one read. The result must not be changed.
 */
export async function readSnapshots<Row>(db: Db, query: RawBuilder<Row>): Promise<readonly Row[]> {
  const state =
    await sql`select number, (select jsonb_object_agg(code, region_group) from region where level = 1) as groups
    from warehouse_revision`.execute(db)
  const { sql: statement, parameters } = query.compile(db)
  const read = async () => (await query.execute(db)).rows
  const rows = await keptBy(db).fetch(JSON.stringify([state.rows, statement, parameters]), { context: read })
  return (rows ?? []) as readonly Row[] // of this statement
}
