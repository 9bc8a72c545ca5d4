import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import { HttpError } from '../../errors.ts'
import { checkCompound } from './compound.ts'
import { checkPackage } from './package.ts'
import { checkPdf } from './pdf.ts'
import { checkPicture } from './picture.ts'
import type { Upload } from './upload.ts'

const ZIP = '504b0304'
const OLE = 'd0cf11e0'

interface Kind {
  /** Magic number in hexadecimal. */
  begins: string
  /** Inspects the file's content. @returns its fault, if any */
  check?(path: string): Promise<string | undefined>
}

const KINDS: Readonly<Record<string, Kind>> = {
  '.pdf': { begins: '25504446', check: checkPdf },
  '.doc': { begins: OLE, check: (path) => checkCompound(path, ['WordDocument']) },
  '.docx': { begins: ZIP, check: (path) => checkPackage(path, 'wordprocessingml.document') },
  '.xls': { begins: OLE, check: (path) => checkCompound(path, ['Workbook', 'Book']) },
  '.xlsx': { begins: ZIP, check: (path) => checkPackage(path, 'spreadsheetml.sheet') },
  '.jpg': { begins: 'ffd8ff', check: checkPicture },
  '.jpeg': { begins: 'ffd8ff', check: checkPicture },
  '.png': { begins: '89504e47', check: checkPicture },
  '.zip': { begins: ZIP, check: (path) => checkPackage(path) },
}

const refused = (message: string) =>
  new HttpError(415, message, { code: 'W-026', errors: [{ field: 'file', message }] })

async function beginningOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.subarray(0, bytesRead).toString('hex')
  } finally {
    await file.close()
  }
}

/** @throws HttpError 415 if the type is not accepted, does not match the name, or the content is harmful */
export async function assertAcceptedFile({
  fileName,
  path,
}: Pick<Upload, 'fileName' | 'path'>): Promise<void> {
  const kind = KINDS[extname(fileName).toLowerCase()]
  if (!kind) throw refused('只能上传 pdf、doc、docx、xls、xlsx、jpg、png、zip 文件')
  if (!(await beginningOf(path)).startsWith(kind.begins)) throw refused('文件内容与扩展名不符')
  const fault = await kind.check?.(path)
  if (fault) throw refused(fault)
}
