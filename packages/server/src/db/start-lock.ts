import { sql } from 'kysely'
import type { DbPool } from './database.ts'
import { inTransaction } from './transaction.ts'

/** Key of the advisory lock: the first bytes of “xinchu”. */
const KEY = 0x78_69_6e_63

/**
 * Runs a step of the start while no other copy of the server runs one. The lock is held by an open transaction, which
 * also works behind a pooler.
 * @param onWait called if another copy holds the lock
 */
export function withStartLock<T>(db: DbPool, work: () => Promise<T>, onWait?: () => void): Promise<T> {
  return inTransaction(db, async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(KEY)}) as taken`.execute(trx)
    if (!rows[0]?.taken) {
      onWait?.()
      await sql`select pg_advisory_xact_lock(${sql.lit(KEY)})`.execute(trx)
    }
    return work()
  })
}
