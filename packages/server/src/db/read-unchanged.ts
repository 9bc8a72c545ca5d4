import type { RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from './database.ts'
import { keptSize } from './kept-size.ts'
import { originOf } from './origin.ts'
import { type Reads, sharedRead } from './shared-reads.ts'

/** Most rows of kept results of a database, about 20 MB. */
const MOST_ROWS = 100_000

type Rows = readonly unknown[]

interface Keeper {
  kept: LRUCache<string, Rows>
  reads: Reads<Rows>
}

const keeperOf = new WeakMap<Db, Keeper>()

function keeperBy(db: Db): Keeper {
  const keeper = keeperOf.get(originOf(db)) ?? {
    kept: new LRUCache<string, Rows>({
      maxSize: MOST_ROWS,
      sizeCalculation: keptSize,
    }),
    reads: new Map<string, Promise<Rows>>(),
  }
  keeperOf.set(originOf(db), keeper)
  return keeper
}

/**
 * Reads rows that hardly ever change. The result is kept by the statement with its values and by the state of what it
 * reads. Calls at the same time share one read. The result must not be changed.
 * @param state a short query whose result changes whenever a row of the other one can change
 * @param read reads the rows of the query
 */
export async function readUnchanged<Row>(
  db: Db,
  state: RawBuilder<unknown>,
  query: RawBuilder<Row>,
  read: () => Promise<readonly Row[]> = async () => (await query.execute(db)).rows,
): Promise<readonly Row[]> {
  const { rows: found } = await state.execute(db)
  const { sql: statement, parameters } = query.compile(db)
  const { kept, reads } = keeperBy(db)
  const key = JSON.stringify([found, statement, parameters])
  const known = kept.get(key)
  const rows =
    known ??
    (await sharedRead(db, reads, key, async () => {
      const fresh = await read()
      kept.set(key, fresh)
      return fresh
    }))
  return rows as readonly Row[] // of this statement
}
