import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { HttpError } from '../../errors.ts'
import { type ByteRange, rangeAsked, type StoredContent } from './byte-range.ts'
import type { FileRow } from './info.ts'
import type { ObjectStore, StoredFile } from './store/object-store.ts'

/**
 * Folder of received files under generated names, of the workbooks of imports, and of stored files by the digest of their
 * bytes.
 */
export const uploadFolder = ({ dataDir }: { dataDir: string }): string => join(dataDir, 'uploads')

/**
 * Opens a stored file, or a range of it, before the reply starts.
 * @throws HttpError 410 if it is missing or its size differs from the received size, 503 if its store is away
 */
export async function openStored(store: ObjectStore, file: StoredFile, range?: ByteRange): Promise<Readable> {
  const bytes = await store.open(file, range)
  if (!bytes) throw new HttpError(410, '文件内容已丢失，请联系平台运维人员')
  return bytes instanceof Readable ? bytes : Readable.from(bytes, { objectMode: false })
}

/** An opened file, or an archive of several. */
export interface OpenedFile {
  fileName: string
  contentType: string
  content: Readable
  stored?: StoredContent
}

/**
 * The reply to a download: the whole file, or the range that is asked for.
 * @throws HttpError 410 or 503 as `openStored`, 416 if the file has no such range
 */
export async function storedAnswer(
  store: ObjectStore,
  file: Pick<FileRow, 'file_name' | 'size' | 'sha256' | 'storage_key'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Promise<OpenedFile> {
  const { size, sha256 } = file
  const etag = `"${sha256}"`
  const range = rangeAsked(headers, size, etag)
  return {
    fileName: file.file_name,
    // Never the claimed type, so that a browser saves the file instead of rendering it.
    contentType: 'application/octet-stream',
    content: await openStored(store, file, range),
    stored: { size, etag, sha256, range },
  }
}
