import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { HttpError } from '../../../errors.ts'
import { hashOf } from '../../tokens.ts'

export type KeyConfig = Pick<Config, 'dataDir' | 'secondFactorKey'>

const FILE = 'second-factor.key'
const PRINT = 'second_factor_key'

/** Reads the key in the data folder, or creates it. Processes that start together get the same one. */
async function keyOnDisk(dataDir: string): Promise<string> {
  const path = join(dataDir, FILE)
  const read = () => readFile(path, 'utf8')
  try {
    return await read()
  } catch {
    await mkdir(dataDir, { recursive: true })
    const draft = `${path}.${crypto.randomUUID()}`
    await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    // Unlike a rename, a link does not replace the key of another process.
    await link(draft, path).catch(() => undefined)
    await rm(draft)
    return read()
  }
}

/**
 * The key that encrypts second factors. The database keeps its fingerprint, so that a copy of the server with another
 * key refuses to work instead of writing secrets that the others cannot read.
 * @throws HttpError 503 if the key is not the platform's
 */
export async function factorKey(db: Db, config: KeyConfig): Promise<string> {
  const key = config.secondFactorKey ?? (await keyOnDisk(config.dataDir))
  const print = hashOf(`second-factor:${key}`).slice(0, 16)
  const stored = () => db.selectFrom('setting').select('value').where('name', '=', PRINT).executeTakeFirst()
  let known = await stored()
  if (!known) {
    await db
      .insertInto('setting')
      .values({ name: PRINT, value: print })
      .onConflict((on) => on.doNothing())
      .execute()
    known = await stored()
  }
  if (known?.value === print) return key
  throw new HttpError(503, '两步验证暂不可用：本服务器的密钥与平台的不一致，请联系运维人员')
}
