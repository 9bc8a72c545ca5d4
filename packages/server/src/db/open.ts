import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Db, type DbPool, kyselyOver } from './database.ts'
import { lockFolder } from './embedded/folder-lock.ts'
import { assertNotLost, mark } from './embedded/marker.ts'
import { EmbeddedPool } from './embedded/pool.ts'
import { folderProblem } from './embedded/start-error.ts'
import { startUpkeep, tend } from './embedded/upkeep.ts'
import { ExternalPool } from './external/pool.ts'
import { migrate } from './migrate.ts'
import { withStartLock } from './start-lock.ts'

export interface OpenDatabase {
  db: DbPool
  /** The same database for background work. */
  background: DbPool
  engine: 'embedded' | 'postgres'
  /** Dumps the embedded database as a tar; undefined for an external one. */
  dump?: () => Promise<Uint8Array>
  close(): Promise<void>
}

export interface DatabaseOptions {
  databaseUrl?: string | undefined
  /** Most connections to an external database at once. */
  connections?: number | undefined
  /** Folder of the embedded database; in memory if absent. */
  dataDir?: string | undefined
  /** A prepared embedded database to start from. */
  template?: string | undefined
  /** Called if another copy of the server is preparing the same database. */
  onWait?: (() => void) | undefined
}

async function openExternal(
  databaseUrl: string,
  { connections, onWait }: DatabaseOptions,
): Promise<OpenDatabase> {
  const pool = new ExternalPool(databaseUrl, connections)
  const db = kyselyOver(pool)
  try {
    await withStartLock(db, () => migrate(db, (text) => pool.exec(text)), onWait)
  } catch (error) {
    await pool.end()
    throw error
  }
  return { db, background: db, engine: 'postgres', close: () => db.destroy() }
}

/** Another process may open the folder from now on: this one must not write to it. */
function leaveFolder(): never {
  process.stderr.write('数据目录的锁已被移走，本进程停止，以免两个进程同时使用数据库\n')
  process.exit(1)
}

/** Creates and locks the folder. @throws Error with a message for the operator */
async function lockDataDir(dataDir: string): Promise<() => void> {
  try {
    mkdirSync(dataDir, { recursive: true })
    return await lockFolder(dataDir, leaveFolder)
  } catch (error) {
    const problem = folderProblem(error, dataDir)
    throw problem ? new Error(problem, { cause: error }) : error
  }
}

async function openEmbedded({ dataDir, template }: DatabaseOptions): Promise<OpenDatabase> {
  const unlock = dataDir ? await lockDataDir(dataDir) : () => undefined
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
        // A fresh template needs no upkeep yet.
        await tend(db)
        // Who opens it has no log to replay.
        await sql`checkpoint`.execute(db)
        return pool.dump()
      },
      close,
    }
  } catch (error) {
    unlock()
    const problem = dataDir && folderProblem(error, dataDir)
    throw problem ? new Error(problem, { cause: error }) : error
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

/** Opens the database of the options and applies missing migrations. */
export function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  return options.databaseUrl ? openExternal(options.databaseUrl, options) : openEmbedded(options)
}
