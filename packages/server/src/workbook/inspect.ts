import { open } from 'node:fs/promises'
import { wordsOf } from '@xinchu/validators/reading'
import { Archive } from './archive.ts'
import { checkEntries } from './check-entries.ts'
import { WorkbookError } from './error.ts'
import { limits } from './limits.ts'
import { readStructure, type Structure } from './structure.ts'

/** Facts about a workbook that need no reading of its rows. */
export interface WorkbookInfo {
  sheets: readonly string[]
  /** Inflated size of all parts in bytes. */
  inflatedBytes: number
}

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])
const OLE2 = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const HEAD_BYTES = 1024

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size === 0) throw new WorkbookError('文件为空')
    if (size > limits.fileBytes)
      throw new WorkbookError(`文件超过 ${limits.fileBytes / 1024 / 1024} MB，请拆分后分别导入`)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const startsWith = (head: Buffer, mark: Buffer): boolean => head.subarray(0, mark.length).equals(mark)

async function checkFile(path: string): Promise<void> {
  const head = await headOf(path)
  if (startsWith(head, OLE2))
    throw new WorkbookError('文件已加密或为旧版 .xls，请另存为未加密的 .xlsx 后重试')
  if (!startsWith(head, ZIP)) throw new WorkbookError('文件不是 .xlsx 工作簿，请按导入模板填写后上传')
}

const TEXT_NAME = /\.(?:csv|tsv|txt)$/i
const MARKUP = /^\s*<(?:!doctype|html|head|body|table|\?xml)/i

/**
 * Tells a workbook from a text file with columns.
 * @throws WorkbookError for a file that is neither
 */
export async function tableKind(path: string, fileName: string): Promise<'workbook' | 'text'> {
  const head = await headOf(path)
  if (startsWith(head, ZIP)) return 'workbook'
  if (MARKUP.test(head.toString('latin1').replace(/^[^<]{0,3}/, '')))
    throw new WorkbookError(wordsOf({ code: 'C-089', original: '', args: { what: '网页' } }))
  if (startsWith(head, OLE2) || !TEXT_NAME.test(fileName)) await checkFile(path)
  return 'text'
}

/**
 * Opens a workbook after all checks that its directory allows. The caller closes the archive.
 * @throws WorkbookError if it is refused
 */
export async function openChecked(path: string): Promise<{ archive: Archive; structure: Structure }> {
  await checkFile(path)
  const archive = await Archive.open(path, limits.entries)
  try {
    checkEntries(archive.entries)
    return { archive, structure: await readStructure(archive) }
  } catch (error) {
    archive.close()
    throw error
  }
}

/**
 * Checks an uploaded workbook within milliseconds, without inflating its sheets.
 * @throws WorkbookError if it is refused
 */
export async function inspectWorkbook(path: string): Promise<WorkbookInfo> {
  const { archive, structure } = await openChecked(path)
  archive.close()
  return {
    sheets: structure.sheets.map(({ name }) => name),
    inflatedBytes: archive.entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0),
  }
}
