import { type DbPool, kyselyOver } from '../../src/db/database.ts'
import { EmbeddedPool } from '../../src/db/embedded/pool.ts'
import { ExternalPool } from '../../src/db/external/pool.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createDatabase } from './postgres.ts'

export interface EmptyDatabase {
  db: DbPool
  /** Runs several statements. */
  exec(text: string): Promise<void>
  /** Applies these migrations, by default all. */
  migrate(names?: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** A database without tables on the engine of this run. Closing it drops it. */
export async function openEmpty(): Promise<EmptyDatabase> {
  const server = process.env['TEST_DATABASE_URL']
  const made = server ? await createDatabase(server) : undefined
  const pool = made
    ? new ExternalPool(made.url)
    : await EmbeddedPool.open({ dataDir: undefined, template: undefined })
  const db = kyselyOver(pool)
  const exec = (text: string) => pool.exec(text)
  return {
    db,
    exec,
    migrate: (names) => migrate(db, exec, names),
    async close() {
      await db.destroy()
      await made?.drop()
    },
  }
}
