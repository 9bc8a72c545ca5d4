import { Readable } from 'node:stream'
import type { Entry } from 'yauzl'
import { type Annotation, annotatedSheet } from './annotate-sheet.ts'
import type { Archive } from './archive.ts'
import { WorkbookError } from './error.ts'
import { openChecked } from './inspect.ts'
import { type ZipPart, zipStream } from './zip-stream.ts'

async function* parts(archive: Archive, sheet: Entry, annotation: Annotation): AsyncGenerator<ZipPart> {
  for (const entry of archive.entries) {
    if (entry.fileName.endsWith('/')) continue
    if (entry === sheet)
      yield { name: entry.fileName, content: annotatedSheet(archive.bytes(entry), annotation) }
    else
      yield {
        name: entry.fileName,
        method: entry.compressionMethod,
        checksum: entry.crc32,
        packedSize: entry.compressedSize,
        size: entry.uncompressedSize,
        packed: archive.packed(entry),
      }
  }
}

/**
 * Writes one column of a sheet in an uploaded workbook. Formats, lists, hidden sheets and other cells stay unchanged.
 * Uses bounded memory for any file size.
 * @param sheetName falls back to the first sheet
 * @throws WorkbookError if the file is no longer readable as a workbook
 */
export async function annotatedWorkbook(
  path: string,
  sheetName: string,
  annotation: Annotation,
): Promise<Readable> {
  const { archive, structure } = await openChecked(path)
  const sheet = structure.sheets.find(({ name }) => name === sheetName) ?? structure.sheets[0]
  if (!sheet) {
    archive.close()
    throw new WorkbookError('工作簿中没有工作表')
  }
  const stream = Readable.from(zipStream(parts(archive, sheet.part, annotation)), { objectMode: false })
  stream.once('close', () => archive.close())
  return stream
}
