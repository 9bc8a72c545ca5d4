import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { FileReply } from '@xinchu/sdk'

/** The name that was asked for, unless an archive of workbooks came instead of one. */
const nameFor = (output: string, fileName = ''): string =>
  fileName.endsWith('.zip') ? output.replace(/\.xlsx$/i, '.zip') : output

/**
 * Writes a received file and says where.
 * @throws EEXIST where there is a file of this name, unless it may be replaced
 */
export async function save(
  { blob, fileName }: FileReply,
  { output, force }: { output?: string | undefined; force?: boolean | undefined },
  otherwise: string,
): Promise<string> {
  const path = output === undefined ? (fileName ?? otherwise) : nameFor(output, fileName)
  const file = await open(path, force ? 'w' : 'wx')
  await pipeline(blob.stream(), file.createWriteStream())
  return path
}
