import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import type { RuleCode } from '@xinchu/validators'
import { HttpError } from '../../errors.ts'
import { checkCompound, MISMATCH } from './compound.ts'
import { checkPackage } from './package.ts'
import { checkPdf } from './pdf.ts'
import { checkPicture } from './picture.ts'
import type { Upload } from './upload.ts'

const ZIP = '504b0304'
const OLE = 'd0cf11e0'

interface Kind {
  /** Magic number in hexadecimal. */
  begins: string
  /** The rule that its content must satisfy. */
  rule: RuleCode
  /** Inspects the file's content. @returns its fault, if any */
  check(path: string): Promise<string | undefined>
}

const compound = (...streams: string[]): Kind => ({
  begins: OLE,
  rule: 'V-006',
  check: (path) => checkCompound(path, streams),
})
const archive = (kind?: string): Kind => ({
  begins: ZIP,
  rule: 'V-006',
  check: (path) => checkPackage(path, kind),
})
const picture = (begins: string): Kind => ({ begins, rule: 'V-007', check: checkPicture })

const KINDS: Readonly<Record<string, Kind>> = {
  '.pdf': { begins: '25504446', rule: 'V-005', check: checkPdf },
  '.doc': compound('WordDocument'),
  '.docx': archive('wordprocessingml.document'),
  '.xls': compound('Workbook', 'Book'),
  '.xlsx': archive('spreadsheetml.sheet'),
  '.jpg': picture('ffd8ff'),
  '.jpeg': picture('ffd8ff'),
  '.png': picture('89504e47'),
  '.zip': archive(),
}

const refused = (code: RuleCode, message: string) =>
  new HttpError(415, message, { code, errors: [{ field: 'file', message }] })

async function beginningOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.subarray(0, bytesRead).toString('hex')
  } finally {
    await file.close()
  }
}

/** @throws HttpError 415 if files of this name are not accepted, regardless of their content */
export function kindOf(fileName: string): Kind {
  const kind = KINDS[extname(fileName).toLowerCase()]
  if (!kind) throw refused('V-004', '只能上传 pdf、doc、docx、xls、xlsx、jpg、png、zip 文件')
  return kind
}

/** @throws HttpError 415 if the type is not accepted, does not match the name, or the content is harmful */
export async function assertAcceptedFile({
  fileName,
  path,
}: Pick<Upload, 'fileName' | 'path'>): Promise<void> {
  const { begins, rule, check } = kindOf(fileName)
  if (!(await beginningOf(path)).startsWith(begins)) throw refused('V-004', MISMATCH)
  const fault = await check(path)
  if (fault) throw refused(fault === MISMATCH ? 'V-004' : rule, fault)
}
