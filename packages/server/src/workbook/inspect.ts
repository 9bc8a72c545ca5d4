import { open } from 'node:fs/promises'
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

async function checkFile(path: string): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size === 0) throw new WorkbookError('文件为空')
    if (size > limits.fileBytes)
      throw new WorkbookError(`文件超过 ${limits.fileBytes / 1024 / 1024} MB，请拆分后分别导入`)
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    if (buffer.equals(OLE2)) throw new WorkbookError('文件已加密或为旧版 .xls，请另存为未加密的 .xlsx 后重试')
    if (!buffer.equals(ZIP)) throw new WorkbookError('文件不是 .xlsx 工作簿，请按导入模板填写后上传')
  } finally {
    await file.close()
  }
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
