import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { HttpError } from '../../errors.ts'

/** Folder of uploaded files, named by storage key. */
export const uploadFolder = ({ dataDir }: { dataDir: string }): string => join(dataDir, 'uploads')

interface StoredFile {
  storage_key: string
  /** Size in bytes as received. */
  size: number
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

const lost = () => new HttpError(410, '文件内容已丢失，请联系平台运维人员')

/**
 * Opens a stored file before the reply starts.
 * @throws HttpError 410 if it is missing or its size differs from the received size
 */
export async function openStored(folder: string, file: StoredFile): Promise<Readable> {
  const handle = await open(join(folder, file.storage_key)).catch((error: unknown) => {
    throw isMissing(error) ? lost() : error
  })
  const { size } = await handle.stat()
  if (size === file.size) return handle.createReadStream()
  await handle.close()
  throw lost()
}
