import type { RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from './database.ts'
import { originOf } from './origin.ts'

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

/**
 * Reads rows that hardly ever change. The result is kept by the statement with its values and by the state of what it
 * reads. Calls at the same time share one read. The result must not be changed.
 * @param state a short query whose result changes whenever a row of the other one can change
 */
export async function readUnchanged<Row>(
  db: Db,
  state: RawBuilder<unknown>,
  query: RawBuilder<Row>,
): Promise<readonly Row[]> {
  const { rows: found } = await state.execute(db)
  const { sql: statement, parameters } = query.compile(db)
  const read = async () => (await query.execute(db)).rows
  const rows = await keptBy(db).fetch(JSON.stringify([found, statement, parameters]), { context: read })
  return (rows ?? []) as readonly Row[] // of this statement
}
