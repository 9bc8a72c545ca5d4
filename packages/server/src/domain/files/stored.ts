import { join } from 'node:path'
import { Readable } from 'node:stream'
import { HttpError } from '../../errors.ts'
import type { ObjectStore, StoredFile } from './store/object-store.ts'

/**
 * Folder of received files under generated names, of the workbooks of imports, and of stored files by the digest of their
 * bytes.
 */
export const uploadFolder = ({ dataDir }: { dataDir: string }): string => join(dataDir, 'uploads')

/**
 * Opens a stored file before the reply starts.
 * @throws HttpError 410 if it is missing or its size differs from the received size, 503 if its store is away
 */
export async function openStored(store: ObjectStore, file: StoredFile): Promise<Readable> {
  const bytes = await store.open(file)
  if (!bytes) throw new HttpError(410, '文件内容已丢失，请联系平台运维人员')
  return bytes instanceof Readable ? bytes : Readable.from(bytes, { objectMode: false })
}
