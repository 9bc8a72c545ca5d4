import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { unprocessable } from '../../errors.ts'
import { PART_BYTES } from './part-size.ts'
import type { PartRow, SessionRow } from './sessions.ts'
import type { ObjectStore } from './store/object-store.ts'
import { openStored } from './stored.ts'
import type { Upload } from './upload.ts'

/** Streams the parts one after the other. */
async function* bytesOf(session: SessionRow, parts: readonly PartRow[], files: ObjectStore) {
  for (const { number, storage_key } of parts) {
    const size = Math.min(PART_BYTES, session.size - (number - 1) * PART_BYTES)
    yield* await openStored(files, { storage_key, size })
  }
}

/**
 * Joins the parts of an upload in the upload folder.
 * @throws HttpError 410 if a part is lost, 422 if the whole has another digest than announced
 */
export async function assemble(
  session: SessionRow,
  parts: readonly PartRow[],
  { files, folder }: { files: ObjectStore; folder: string },
): Promise<Upload> {
  const storageKey = crypto.randomUUID()
  const path = join(folder, storageKey)
  const hash = createHash('sha256')
  const discard = () => rm(path, { force: true })
  try {
    await mkdir(folder, { recursive: true })
    await pipeline(
      bytesOf(session, parts, files),
      async function* (chunks) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          yield chunk
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    )
    const sha256 = hash.digest('hex')
    if (session.sha256 !== null && session.sha256 !== sha256)
      throw unprocessable('V-009', '文件内容与开始上传时的摘要不符，请重新上传', 'file')
    const fields: Record<string, string> = session.biz_id === null ? {} : { bizId: String(session.biz_id) }
    return { fileName: session.file_name, storageKey, path, size: session.size, sha256, fields, discard }
  } catch (error) {
    // A leftover file is swept later. The original failure is reported.
    await discard().catch(() => undefined)
    throw error
  }
}
