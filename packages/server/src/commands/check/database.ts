import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { type DbPool, kyselyOver } from '../../db/database.ts'
import { CONNECTIONS, ExternalPool } from '../../db/external/pool.ts'
import { TIME_ZONE } from '../../db/external/session.ts'
import { migrationNames } from '../../db/migrate.ts'
import { factorKeyState } from '../../domain/auth/second-factor/key.ts'
import { isSampleDatabase } from '../../domain/platform/sample.ts'
import { startProblem } from '../../runtime/start-problem.ts'
import { type Finding, finding } from './finding.ts'

const OLDEST = 150_000

async function connection(db: DbPool): Promise<Finding> {
  const part = '数据库'
  const { rows } = await sql<{ name: string; number: number }>`
    select current_setting('server_version') as name, current_setting('server_version_num')::int as number`.execute(
    db,
  )
  const [{ name, number } = { name: '', number: 0 }] = rows
  if (number < OLDEST) return finding(part, 'FAIL', `PostgreSQL ${name}；须为 15 以上`)
  const times: number[] = []
  for (let at = 0; at < 5; at += 1) {
    const began = performance.now()
    await sql`select 1`.execute(db)
    times.push(performance.now() - began)
  }
  const [, , median = 0] = times.sort((one, other) => one - other)
  return finding(part, 'OK', `PostgreSQL ${name}，时区 ${TIME_ZONE}，往返 ${median.toFixed(1)} ms`)
}

/** Names of the applied migrations; none if the database is empty. */
async function appliedTo(db: DbPool): Promise<string[]> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('schema_migration') is not null as found`.execute(db)
  if (!rows[0]?.found) return []
  const applied = await sql<{ name: string }>`select name from schema_migration`.execute(db)
  return applied.rows.map(({ name }) => name)
}

function structure(applied: readonly string[]): Finding {
  const part = '表结构'
  const unknown = applied.filter((name) => !migrationNames.includes(name))
  if (unknown.length > 0)
    return finding(part, 'FAIL', `由更新的版本建立（${unknown.join('、')}），请升级本程序`)
  if (applied.length === 0) return finding(part, 'OK', '空库，启动时建立')
  const missing = migrationNames.length - applied.length
  return missing === 0
    ? finding(part, 'OK', '已是最新')
    : finding(part, 'WARN', `待执行 ${missing} 项，下次启动时执行`)
}

async function rights(db: DbPool): Promise<Finding> {
  const { rows } = await sql<{ may: boolean }>`
    select has_schema_privilege(current_schema(), 'CREATE') as may`.execute(db)
  return rows[0]?.may
    ? finding('权限', 'OK', '可以建表')
    : finding('权限', 'FAIL', '数据库用户不能在当前模式中建表；请授予 CREATE 权限')
}

async function room(db: DbPool): Promise<Finding> {
  const { rows } = await sql<{ most: number; used: number }>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`.execute(db)
  const [{ most, used } = { most: 0, used: 0 }] = rows
  // This check holds one of those that are used.
  const left = most - used + 1
  return left >= CONNECTIONS
    ? finding('连接数', 'OK', `余 ${left} 个，每台服务器至多用 ${CONNECTIONS} 个`)
    : finding('连接数', 'FAIL', `只余 ${left} 个，每台服务器至多用 ${CONNECTIONS} 个；请调大 max_connections`)
}

/** Most seconds by which clocks may differ: codes and deadlines bear no more. */
const MOST_SECONDS = 5

/** @param aheadMs how far this machine's clock is before the database's */
export function clockFinding(aheadMs: number): Finding {
  const seconds = Math.abs(aheadMs / 1_000)
  return seconds <= MOST_SECONDS
    ? finding('时钟', 'OK', `与数据库相差 ${seconds.toFixed(1)} 秒`)
    : finding('时钟', 'FAIL', `比数据库${aheadMs > 0 ? '快' : '慢'} ${Math.round(seconds)} 秒；请校时`)
}

async function clock(db: DbPool): Promise<Finding> {
  const asked = Date.now()
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db)
  return clockFinding((asked + Date.now()) / 2 - (rows[0]?.ms ?? 0))
}

async function key(db: DbPool, config: Config): Promise<Finding> {
  const part = '密钥'
  const state = await factorKeyState(db, config)
  if (state === 'NONE') return finding(part, 'OK', '启用两步验证、推送或短信时产生')
  if (state === 'FITS') return finding(part, 'OK', '与平台的一致')
  return finding(
    part,
    'FAIL',
    state === 'MISSING'
      ? '平台已有密钥，本机没有；请设置 SECOND_FACTOR_KEY，或从备份恢复 DATA_DIR/second-factor.key'
      : '与平台的不一致；各台服务器须设为相同的值',
  )
}

async function sample(db: DbPool, { mayServeSample, host }: Config): Promise<Finding[]> {
  if (!(await isSampleDatabase(db))) return []
  return [
    mayServeSample
      ? finding('演示数据', 'WARN', '此库为演示数据，账号与密码公开')
      : finding('演示数据', 'FAIL', `此库为演示数据，账号与密码公开，而 HOST 不是本机（${host}）`),
  ]
}

async function ofExternal(db: DbPool, config: Config): Promise<Finding[]> {
  const first = await connection(db)
  if (first.state === 'FAIL') return [first]
  const applied = await appliedTo(db)
  const stored = applied.length > 0 ? [await key(db, config), ...(await sample(db, config))] : []
  return [first, structure(applied), await rights(db), await room(db), await clock(db), ...stored]
}

/** Looks at the database of the settings, and changes nothing in it. */
export async function lookAtDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl } = config
  if (databaseUrl === undefined)
    return [finding('数据库', 'WARN', '内嵌数据库，供演示与小规模试用；正式数据请设 DATABASE_URL')]
  const pool = new ExternalPool(databaseUrl, 1)
  try {
    return await ofExternal(kyselyOver(pool), config)
  } catch (error) {
    return [finding('数据库', 'FAIL', startProblem(error))]
  } finally {
    await pool.end()
  }
}
