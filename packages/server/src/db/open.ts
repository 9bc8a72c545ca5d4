import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import { lockFolder } from './embedded/lock.ts'
import { assertNotLost, mark } from './embedded/marker.ts'
import { EmbeddedPool } from './embedded/pool.ts'
import { startUpkeep, tend } from './embedded/upkeep.ts'
import { migrate } from './migrate.ts'
import { parsers } from './parsers.ts'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>

export interface OpenDatabase {
  db: Db
  /** The same database for work that nobody waits for. */
  background: Db
  engine: 'embedded' | 'postgres'
  /** The whole embedded database as a tar; undefined on an external one. */
  dump?: () => Promise<Uint8Array>
  close(): Promise<void>
}

export interface DatabaseOptions {
  databaseUrl?: string | undefined
  /** Folder of the embedded database; in memory where absent. */
  dataDir?: string | undefined
  /** A prepared embedded database to begin with. */
  template?: string | undefined
}

const kyselyOver = (pool: PostgresPool | pg.Pool): Db =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })

async function openExternal(databaseUrl: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    // Statements of a few milliseconds would be compiled for longer than they run; statistics hash rather than sort, and
    // find pages in memory or on drives that seek for nothing.
    options: '-c timezone=Asia/Shanghai -c jit=off -c work_mem=32MB -c random_page_cost=1.1',
    types: {
      getTypeParser: (oid: number, format?: string) =>
        parsers[oid] ?? pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text'),
    },
  })
  // A connection that breaks while idle is replaced at the next query.
  pool.on('error', () => undefined)
  const db = kyselyOver(pool)
  await migrate(db, async (text) => {
    await pool.query(text)
  })
  return { db, background: db, engine: 'postgres', close: () => db.destroy() }
}

async function openEmbedded({ dataDir, template }: DatabaseOptions): Promise<OpenDatabase> {
  if (dataDir) mkdirSync(dataDir, { recursive: true })
  const unlock = dataDir ? lockFolder(join(dataDir, 'database.lock')) : () => undefined
  try {
    if (dataDir) assertNotLost(dataDir)
    const folder = dataDir && join(dataDir, 'pgdata')
    const isNew = !folder || !existsSync(join(folder, 'PG_VERSION'))
    const usable = isNew && template && existsSync(template) ? template : undefined
    const pool = await EmbeddedPool.open({ dataDir: folder, template: usable })
    const db = kyselyOver(pool)
    await migrate(db, (text) => pool.exec(text))
    if (dataDir) mark(dataDir, await databaseId(db))
    const background = kyselyOver(pool.inBackground())
    const stopUpkeep = startUpkeep(background)
    const close = async () => {
      await stopUpkeep()
      await db.destroy()
      unlock()
    }
    return {
      db,
      background,
      engine: 'embedded',
      async dump() {
        // What begins with it need not be looked after at once.
        await tend(db)
        return pool.dump()
      },
      close,
    }
  } catch (error) {
    unlock()
    throw error
  }
}

async function databaseId(db: Db): Promise<string> {
  const name = 'database.id'
  // A template carries no id, so that no two databases share one.
  await db
    .insertInto('setting')
    .values({ name, value: crypto.randomUUID() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return value
}

/** Opens the database that the options name and brings its tables up to date. */
export function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  return options.databaseUrl ? openExternal(options.databaseUrl) : openEmbedded(options)
}

/** Whether the database answers. */
export async function isReachable(db: Db): Promise<boolean> {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    return false
  }
}
