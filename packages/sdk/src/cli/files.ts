import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { FileReply } from '@xinchu/sdk'

/** The requested file name, or its .zip form if the server sent an archive of workbooks. */
const nameFor = (output: string, fileName = ''): string =>
  fileName.endsWith('.zip') ? output.replace(/\.xlsx$/i, '.zip') : output

/**
 * Writes a received file and prints its path.
 * @throws EEXIST if the file exists and may not be replaced
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
