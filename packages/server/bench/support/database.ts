import { existsSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { prepareDatabase } from '@xinchu/sample'
import { readConfig } from '../../src/config.ts'
import type { DbPool } from '../../src/db/database.ts'
import { type OpenDatabase, openDatabase } from '../../src/db/open.ts'
import { say } from './measure.ts'

/** Default settings without log and captcha. */
export const benchConfig = { ...readConfig({}), logLevel: 'silent' as const, captcha: false }

/** Above the demonstration's ids. */
export const FIRST_ID = 10_000_000

/**
 * Opens the database of DATABASE_URL, or the embedded one in memory, with the demonstration, and fills it unless an
 * earlier run has done so. BENCH_FILE keeps a filled embedded database of up to 2 GB, BENCH_DIR one of any size.
 */
export async function openFilled(fill: (db: DbPool) => Promise<void>): Promise<OpenDatabase> {
  const file = process.env['BENCH_FILE']
  const opened = await openDatabase({
    databaseUrl: process.env['DATABASE_URL'],
    dataDir: process.env['BENCH_DIR'],
    template: file,
  })
  await prepareDatabase(opened.db, benchConfig, new Date())
  const start = performance.now()
  const earlier = await opened.db
    .selectFrom('es_project')
    .select('id')
    .where('id', '>=', FIRST_ID)
    .limit(1)
    .execute()
  if (earlier.length === 0) {
    await fill(opened.db)
    say(`filled in ${((performance.now() - start) / 1_000).toFixed(0)} s`)
    if (file && !existsSync(file) && opened.dump) writeFileSync(file, await opened.dump())
  }
  say(`${opened.engine}, load average ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`)
  return opened
}
