import { extname } from 'node:path'
import { dictionaries } from '@xinchu/contract/dictionaries'
import type { Trx } from '../../db/database.ts'
import { badRequest, missing } from '../../errors.ts'
import type { Caller } from '../caller.ts'
import type { FileRow } from './info.ts'
import { keyOf } from './store/object-store.ts'
import type { Upload } from './upload.ts'

/** The dictionary of uses is closed: the database holds the same values. */
const isBizType = (value: string): value is FileRow['biz_type'] =>
  dictionaries.file_biz_type.values.some((entry) => entry.value === value)

/** Returns the uploaded file and its use. @throws HttpError 400 if either is missing */
export function uploadWithUse(upload: Upload | undefined): { upload: Upload; bizType: FileRow['biz_type'] } {
  if (!upload) throw badRequest('F-001', '请选择要上传的文件', 'file')
  const { bizType } = upload.fields
  if (!bizType) throw missing('bizType', '用途')
  if (!isBizType(bizType))
    throw badRequest('F-023', '用途：取值不正确', [{ field: 'bizType', message: '取值不正确' }])
  return { upload, bizType }
}

interface Recorded {
  upload: Upload
  bizType: FileRow['biz_type']
  bizId?: number | undefined
}

/** Records a kept upload of the caller's office, as belonging to a record on demand. */
export async function storeUpload(
  trx: Trx,
  { upload, bizType, bizId }: Recorded,
  user: Caller,
): Promise<FileRow> {
  if (bizType === 'ANNUAL_STAMPED' && !/\.pdf$/i.test(upload.fileName))
    throw badRequest('V-004', '盖章扫描件：请上传 PDF 文件', 'file')
  return trx
    .insertInto('file_info')
    .values({
      file_name: upload.fileName,
      ext: extname(upload.fileName).slice(1).toLowerCase(),
      size: upload.size,
      sha256: upload.sha256,
      biz_type: bizType,
      biz_id: bizId ?? null,
      storage_key: keyOf(upload.sha256),
      org_id: user.orgId,
      upload_by: user.username,
      upload_user_id: user.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
