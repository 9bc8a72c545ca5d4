import type { components } from '@xinchu/sdk/schema'
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
