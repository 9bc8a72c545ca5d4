import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { HttpError } from '../../errors.ts'

/** Folder of the bytes of uploaded files, each under its storage key. */
export const uploadFolder = ({ dataDir }: { dataDir: string }): string => join(dataDir, 'uploads')

interface StoredFile {
  storage_key: string
  /** Bytes as they were received. */
  size: number
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

const lost = () => new HttpError(410, '文件内容已丢失，请联系平台运维人员')

/**
 * Opens the bytes of a stored file before anything is answered.
 * @throws HttpError 410 when they are missing or not of the size that was received
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
