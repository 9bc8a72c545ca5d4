import { sql } from 'kysely'
import type { Db } from '../database.ts'

const EVERY_MS = 30_000

interface Worn {
  name: string
  isDated: boolean
  isWorn: boolean
}

/** Tables with as many changes as would trigger PostgreSQL's autovacuum. */
async function wornTables(db: Db): Promise<Worn[]> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<Worn>`
    select * from (
      select c.relname as name,
        s.n_mod_since_analyze > 50 + 0.1 * n.rows or (c.reltuples < 0 and pg_relation_size(c.oid) > 0) as "isDated",
        s.n_dead_tup > 50 + 0.2 * n.rows or s.n_ins_since_vacuum > 1000 + 0.2 * n.rows as "isWorn"
      from pg_stat_user_tables s join pg_class c on c.oid = s.relid
        cross join lateral (select greatest(c.reltuples, 0) as rows) n) t
    where "isDated" or "isWorn" order by name`.execute(db)
  return rows
}

/**
 * Does the work of autovacuum, which the embedded database lacks: refreshes the statistics of much-changed tables and
 * marks pages visible for index-only scans. One table per turn.
 * @returns names of the processed tables
 */
export async function tend(db: Db): Promise<string[]> {
  const worn = await wornTables(db)
  for (const { name, isDated, isWorn } of worn) {
    const table = sql.table(name)
    await (isWorn ? sql`vacuum (analyze ${sql.lit(isDated)}) ${table}` : sql`analyze ${table}`).execute(db)
  }
  return worn.map(({ name }) => name)
}

/**
 * Runs the upkeep periodically. Failures are retried in the next round.
 * @param background the database connection for background work
 * @returns a function that stops it after the current round
 */
export function startUpkeep(background: Db): () => Promise<unknown> {
  let round: Promise<unknown> | undefined
  const begin = () => {
    round ??= tend(background)
      .catch(() => undefined)
      .finally(() => {
        round = undefined
      })
  }
  const timer = setInterval(begin, EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    await round
  }
}
