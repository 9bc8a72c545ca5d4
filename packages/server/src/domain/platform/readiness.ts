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

async function databaseProblem(db: Db): Promise<FieldProblem | undefined> {
  try {
    const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(db)
    const applied = new Set(rows.map(({ name }) => name))
    const missing = migrationNames.filter((name) => !applied.has(name))
    return missing.length === 0
      ? undefined
      : { field: 'migrations', message: `数据库结构未更新：${missing.join('、')}` }
  } catch (error) {
    if (error instanceof TimeZoneError) return { field: 'timezone', message: error.message }
    return { field: 'database', message: '数据库暂不可用' }
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

/** Reasons why this server cannot serve: database, migrations or storage. */
export async function readinessProblems(
  db: Db,
  { dataDir }: Pick<Config, 'dataDir'>,
): Promise<FieldProblem[]> {
  const problems = await Promise.all([databaseProblem(db), storageProblem(dataDir)])
  return problems.filter((problem) => problem !== undefined)
}
