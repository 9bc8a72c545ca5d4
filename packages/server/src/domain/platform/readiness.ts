import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { TimeZoneError } from '../../db/external/session.ts'
import { migrationNames } from '../../db/migrate.ts'
import type { FieldProblem } from '../../errors.ts'

/** Minimum free bytes for an upload and a segment of the embedded database's log. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024

interface Database {
  state: 'ok' | 'unavailable'
  problem?: FieldProblem
}

async function databaseState(db: Db): Promise<Database> {
  try {
    const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(db)
    const applied = new Set(rows.map(({ name }) => name))
    const missing = migrationNames.filter((name) => !applied.has(name))
    if (missing.length === 0) return { state: 'ok' }
    return {
      state: 'ok',
      problem: { field: 'migrations', message: `数据库结构未更新：${missing.join('、')}` },
    }
  } catch (error) {
    if (!(error instanceof TimeZoneError)) return { state: 'unavailable' }
    return { state: 'unavailable', problem: { field: 'timezone', message: error.message } }
  }
}

/** Checks without writing, because the call is public and unlimited. */
async function storageProblem(folder: string): Promise<FieldProblem | undefined> {
  try {
    await access(folder, constants.W_OK)
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= LEAST_FREE_BYTES
      ? undefined
      : { field: 'storage', message: '数据目录存储空间不足' }
  } catch {
    return { field: 'storage', message: '数据目录不可写' }
  }
}

const STOPPING: FieldProblem = { field: 'server', message: '正在停止' }

/**
 * Reasons why a balancer should turn to other copies of the server, and whether the database answers. An outage of the
 * database is no reason: it is that of all copies, and their calls say so themselves.
 */
export async function readiness(
  db: Db,
  { dataDir }: Pick<Config, 'dataDir'>,
  drain: { readonly isBegun: boolean },
): Promise<{ errors: FieldProblem[]; database: Database['state'] }> {
  const [{ state, problem }, storage] = await Promise.all([databaseState(db), storageProblem(dataDir)])
  const problems = [drain.isBegun ? STOPPING : undefined, problem, storage]
  return { errors: problems.filter((each) => each !== undefined), database: state }
}
