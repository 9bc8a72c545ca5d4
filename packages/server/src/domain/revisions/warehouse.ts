import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../db/database.ts'
import { readUnchanged } from '../../db/read-unchanged.ts'

/** States that official data changes. Every transaction that writes it must call it. */
export const touchSnapshots = (trx: Trx): Promise<unknown> =>
  sql`update warehouse_revision set number = number + 1`.execute(trx)

/** {@link readUnchanged} of a query over snapshots and the regional groups of provinces, and nothing else. */
export async function readSnapshots<Row>(
  db: Db,
  query: RawBuilder<Row>,
  read?: () => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  // A transaction may see what others never will.
  if (db.isTransaction) return (await query.execute(db)).rows
  return readUnchanged(
    db,
    sql`select number, (select jsonb_object_agg(code, region_group) from region where level = 1) as groups
      from warehouse_revision`,
    query,
    read,
  )
}
