import type { components } from '@xinchu/contract/schema'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { reply } from '../reply.ts'

type FileInfo = components['schemas']['FileInfo']
export type FileRow = Row<'file_info'>

/** Converts a stored file to the contract's shape. */
export const fileInfoOf = (row: FileRow): FileInfo =>
  reply({
    id: row.id,
    fileName: row.file_name,
    ext: row.ext,
    size: row.size,
    sha256: row.sha256,
    bizType: row.biz_type,
    uploadTime: row.upload_time,
    uploadBy: row.upload_by,
  })

/** Those of the files that a record holds, in the record's order. */
export const inOrder = (rows: readonly FileRow[], ids: readonly number[]): FileInfo[] =>
  ids.flatMap((id) => rows.filter((row) => row.id === id).map(fileInfoOf))

/** The files with these ids, in this order. */
export async function filesInOrder(db: Db, ids: readonly number[] | null): Promise<FileInfo[]> {
  if (!ids?.length) return []
  return inOrder(await db.selectFrom('file_info').selectAll().where('id', 'in', ids).execute(), ids)
}
