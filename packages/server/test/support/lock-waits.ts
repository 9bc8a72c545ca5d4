import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'

/** Whether a session of this database waits for a lock. PostgreSQL only. */
export async function waitsForLock(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}
