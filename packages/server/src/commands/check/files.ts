import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { openStore } from '../../domain/files/store/open-store.ts'
import { mapCodes } from '../../domain/platform/maps.ts'
import { type Finding, finding, messageOf } from './finding.ts'
import { ofPublic } from './settings.ts'

/** The folder, or the nearest one above it that exists. */
function existing(folder: string): string {
  const path = resolve(folder)
  return existsSync(path) ? path : existing(dirname(path))
}

function dataFolder({ dataDir }: Config): Finding {
  const part = '数据目录'
  const found = existing(dataDir)
  try {
    accessSync(found, constants.W_OK)
  } catch {
    return finding(part, 'FAIL', `没有写 ${found} 的权限`)
  }
  return finding(part, 'OK', found === resolve(dataDir) ? found : `${resolve(dataDir)} 启动时建立`)
}

const GIB = 2 ** 30

function space({ dataDir }: Config): Finding {
  const { bavail, bsize } = statfsSync(existing(dataDir))
  const gib = (bavail * bsize) / GIB
  const text = `数据目录所在的磁盘余 ${gib.toFixed(1)} GiB`
  if (gib < 1) return finding('磁盘', 'FAIL', `${text}；请腾出空间`)
  return finding('磁盘', gib < 10 ? 'WARN' : 'OK', text)
}

/** Writes, reads and removes one object. */
async function tryStore(config: Config, folder: string): Promise<void> {
  const store = openStore(config)
  const bytes = randomBytes(1_024)
  const path = join(folder, randomUUID())
  writeFileSync(path, bytes)
  const key = `check/${randomUUID()}`
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await store.put(key, { path, size: bytes.length, sha256 })
  try {
    const parts: Uint8Array[] = []
    for await (const part of (await store.open({ storage_key: key, size: bytes.length })) ?? [])
      parts.push(part)
    if (!Buffer.concat(parts).equals(bytes)) throw new Error('读出的内容与写入的不一致')
  } finally {
    await store.remove(key)
  }
}

async function store(config: Config): Promise<Finding> {
  const part = '文件存储'
  const place = config.s3 ? `${config.s3.endpoint}/${config.s3.bucket}` : join(config.dataDir, 'uploads')
  if (!config.s3 && !existsSync(config.dataDir)) return finding(part, 'OK', `${place} 启动时建立`)
  // A file moves into the data folder without a copy if it lies on the same disk.
  const folder = mkdtempSync(join(config.s3 ? tmpdir() : config.dataDir, 'check-'))
  try {
    await tryStore(config, folder)
    return finding(part, 'OK', `${place} 可写、可读、可删`)
  } catch (error) {
    const cause = error instanceof Error && error.cause ? `（${messageOf(error.cause)}）` : ''
    return finding(part, 'FAIL', `${place}：${messageOf(error)}${cause}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function maps(config: Config): Promise<Finding> {
  const codes = await mapCodes(config)
  if (codes.length === 0) return finding('底图', 'WARN', '没有经审核的底图，地图以列表与方格代替')
  return config.mapCaption === ''
    ? finding('底图', ofPublic(config), `${codes.length} 幅，未设置审图号（MAP_CAPTION）`)
    : finding('底图', 'OK', `${codes.length} 幅，${config.mapCaption}`)
}

/** Looks at the data folder, its disk, the store of files and the maps. One object is written and removed. */
export async function lookAtFiles(config: Config): Promise<Finding[]> {
  const folder = dataFolder(config)
  return [folder, space(config), ...(folder.state === 'OK' ? [await store(config)] : []), await maps(config)]
}
