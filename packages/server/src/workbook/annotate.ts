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
 * A workbook as it was uploaded, with one column of a sheet written: formats, lists, hidden sheets and all other cells
 * stay as they are. Memory stays bounded however large it is.
 * @param sheetName the first sheet where there is none of this name
 * @throws WorkbookError when the file is not what was once taken
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
