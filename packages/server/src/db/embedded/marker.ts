import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const markerOf = (dataDir: string) => join(dataDir, 'database.id')
const databaseOf = (dataDir: string) => join(dataDir, 'pgdata')

/**
 * Refuses to create a database where one existed: if its files are gone, PGlite silently creates an empty one.
 * @throws Error with a message for the operator
 */
export function assertNotLost(dataDir: string): void {
  if (existsSync(markerOf(dataDir)) && !existsSync(join(databaseOf(dataDir), 'PG_VERSION'))) {
    throw new Error(
      `数据目录 ${dataDir} 中的数据库文件缺失。请恢复备份；确认不再需要原数据时，删除其中的 database.id 后重新启动`,
    )
  }
}

/** Records that a database was created here, and its id. */
export function mark(dataDir: string, id: string): void {
  if (!existsSync(markerOf(dataDir))) writeFileSync(markerOf(dataDir), `${id}\n`)
  else if (readFileSync(markerOf(dataDir), 'utf8').trim() !== id) {
    throw new Error(`数据目录 ${dataDir} 中的数据库与 database.id 不符，请核对是否放错了备份`)
  }
}
