import { badRequest } from '../../errors.ts'
/** An uploaded file, completely received and stored under a generated name. */
export interface Upload {
  fileName: string
  /** File name in the upload folder. */
  storageKey: string
  path: string
  size: number
  sha256: string
  /** Other fields of the form, as text. */
  fields: Readonly<Record<string, string>>
  /** Deletes the file if the call fails later. */
  discard(): Promise<void>
}

/** Uses an uploaded file and removes it afterwards. @throws HttpError 400 without a file */
export async function withUpload<T>(
  upload: Upload | undefined,
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  if (!upload) throw badRequest('F-001', '请选择要上传的文件', 'file')
  try {
    return await use(upload)
  } finally {
    await upload.discard()
  }
}
