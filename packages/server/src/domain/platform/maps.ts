import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { HttpError, notFound } from '../../errors.ts'

const NAME = /^(\d{6})\.json$/

const folderOf = ({ mapDir, dataDir }: Config) => mapDir ?? join(dataDir, 'maps')

/** Codes of the divisions whose outlines are in the operator's folder; none without a folder. */
export async function mapCodes(config: Config): Promise<string[]> {
  const names = await readdir(folderOf(config)).catch(() => [])
  return names.flatMap((name) => NAME.exec(name)?.[1] ?? []).sort()
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether every outline has the name used to join figures. */
function isMap(value: unknown): boolean {
  if (!isRecord(value) || value['type'] !== 'FeatureCollection') return false
  const features = value['features']
  if (!Array.isArray(features) || features.length === 0) return false
  return features.every((each) => {
    const properties = isRecord(each) ? each['properties'] : undefined
    return isRecord(properties) && typeof properties['name'] === 'string' && isRecord(each['geometry'])
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads the operator's outlines of a division's parts as GeoJSON.
 * @throws HttpError 404 if there are none; 500 with a message for the operator if the file is invalid
 */
export async function mapOf(config: Config, code: string): Promise<Buffer> {
  const content = await readFile(join(folderOf(config), `${code}.json`)).catch(() => undefined)
  if (!content) throw notFound('底图')
  if (!isMap(parsed(content.toString('utf8'))))
    throw new HttpError(500, `底图文件 ${code}.json 不是可用的 GeoJSON，请联系平台运维人员`)
  return content
}
