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

const pathOf = (dataDir: string) => join(dataDir, FILE)

/** Reads the key in the data folder, or creates it. Processes that start together get the same one. */
async function keyOnDisk(dataDir: string): Promise<string> {
  const path = pathOf(dataDir)
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

const printOf = (key: string) => hashOf(`second-factor:${key}`).slice(0, 16)

const storedPrint = (db: Db) =>
  db.selectFrom('setting').select('value').where('name', '=', PRINT).executeTakeFirst()

/**
 * Whether this machine has the platform's key, without making one: `NONE` if the platform has none yet, `MISSING` and
 * `OTHER` if the machine has none or another one.
 */
export async function factorKeyState(
  db: Db,
  { secondFactorKey, dataDir }: KeyConfig,
): Promise<'NONE' | 'FITS' | 'MISSING' | 'OTHER'> {
  const known = await storedPrint(db)
  if (!known) return 'NONE'
  const key = secondFactorKey ?? (await readFile(pathOf(dataDir), 'utf8').catch(() => undefined))
  if (key === undefined) return 'MISSING'
  return printOf(key) === known.value ? 'FITS' : 'OTHER'
}

/**
 * The key that encrypts second factors. The database keeps its fingerprint, so that a copy of the server with another
 * key refuses to work instead of writing secrets that the others cannot read.
 * @throws HttpError 503 if the key is not the platform's
 */
export async function factorKey(db: Db, config: KeyConfig): Promise<string> {
  const key = config.secondFactorKey ?? (await keyOnDisk(config.dataDir))
  const print = printOf(key)
  let known = await storedPrint(db)
  if (!known) {
    await db
      .insertInto('setting')
      .values({ name: PRINT, value: print })
      .onConflict((on) => on.doNothing())
      .execute()
    known = await storedPrint(db)
  }
  if (known?.value === print) return key
  throw new HttpError(503, '两步验证暂不可用：本服务器的密钥与平台的不一致，请联系运维人员')
}
