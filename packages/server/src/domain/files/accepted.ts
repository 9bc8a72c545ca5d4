import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Upload } from '../../contract/upload.ts'
import { HttpError } from '../../errors.ts'

const ZIP = '504b0304'
const OLE = 'd0cf11e0'

// How files of each accepted kind begin, in hexadecimal.
const BEGINNINGS: Readonly<Record<string, readonly string[]>> = {
  '.pdf': ['25504446'],
  '.doc': [OLE],
  '.docx': [ZIP],
  '.xls': [OLE],
  '.xlsx': [ZIP],
  '.jpg': ['ffd8ff'],
  '.jpeg': ['ffd8ff'],
  '.png': ['89504e47'],
  '.zip': [ZIP],
}

/** @throws HttpError 415 when a file is of no accepted kind, or is not what its name says */
export async function assertAcceptedFile({
  fileName,
  path,
}: Pick<Upload, 'fileName' | 'path'>): Promise<void> {
  const beginnings = BEGINNINGS[extname(fileName).toLowerCase()]
  if (!beginnings) throw new HttpError(415, '只能上传 pdf、doc、docx、xls、xlsx、jpg、png、zip 文件')
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    const start = buffer.subarray(0, bytesRead).toString('hex')
    if (!beginnings.some((beginning) => start.startsWith(beginning))) {
      throw new HttpError(415, '文件内容与扩展名不符')
    }
  } finally {
    await file.close()
  }
}
