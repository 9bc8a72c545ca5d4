import type { components } from '@xinchu/sdk/schema'
import type { Row } from '../../db/schema.ts'

type FileInfo = components['schemas']['FileInfo']
export type FileRow = Row<'file_info'>

/** A stored file as the contract has it. */
export const fileInfoOf = (row: FileRow): FileInfo => ({
  id: row.id,
  fileName: row.file_name,
  ext: row.ext,
  size: row.size,
  sha256: row.sha256,
  bizType: row.biz_type as FileInfo['bizType'], // checked when it was stored
  uploadTime: row.upload_time,
  ...(row.upload_by ? { uploadBy: row.upload_by } : {}),
})
