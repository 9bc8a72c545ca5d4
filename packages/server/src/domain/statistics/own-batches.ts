import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Periods with a batch of their own, by number. Others borrow the rows of a period beside them. */
export interface OwnBatches {
  all: ReadonlySet<number>
  /** The first period that was stored itself. Rows before it were made from those stored later. */
  firstStored: number | undefined
}

/** Returns the periods that have a batch of their own, as of an edition. */
export async function ownBatches(db: Db, edition: number | undefined): Promise<OwnBatches> {
  const { rows } = await sql<{ n: number; is_stored: boolean }>`
    select year * 4 + quarter as n, bool_or(origin = 'SYNC') as is_stored from official_revision
    where ${edition ?? null}::bigint is null or edition <= ${edition ?? null}::bigint group by 1 order by 1`.execute(
    db,
  )
  return {
    all: new Set(rows.map(({ n }) => n)),
    firstStored: rows.find(({ is_stored }) => is_stored)?.n,
  }
}
