import type { Entry } from 'yauzl'
import type { Archive } from './archive.ts'
import { WorkbookError } from './error.ts'
import { limits } from './limits.ts'
import type { Structure } from './structure.ts'

const PIECE_BYTES = 1024 * 1024
const TAG_START = 0x3c

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaging = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

const relations = (...targets: readonly [type: string, target: string][]): string =>
  `<Relationships xmlns="${packaging}/relationships">${targets
    .map(
      ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

/** Local header of an uncompressed zip entry of known size. */
function header(name: string, bytes: number, checksum: number): Buffer {
  const head = Buffer.alloc(30 + name.length)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt32LE(checksum, 14)
  head.writeUInt32LE(bytes, 18)
  head.writeUInt32LE(bytes, 22)
  head.writeUInt16LE(name.length, 26)
  head.write(name, 30, 'latin1')
  return head
}

/** Rejects text between two tags that exceeds a cell, before a parser buffers it. */
function textGuard(): (bytes: Buffer) => void {
  let sinceTag = 0
  return (bytes) => {
    const first = bytes.indexOf(TAG_START)
    const run = sinceTag + (first === -1 ? bytes.length : first)
    if (run > limits.textBytes) throw new WorkbookError('工作簿中有单元格内容过长')
    sinceTag = first === -1 ? run : bytes.length - bytes.lastIndexOf(TAG_START)
  }
}

async function* inPieces(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const guard = textGuard()
  let piece = Buffer.allocUnsafe(PIECE_BYTES)
  let filled = 0
  for await (const chunk of source) {
    guard(chunk)
    for (let at = 0; at < chunk.length; ) {
      const copied = chunk.copy(piece, filled, at)
      at += copied
      filled += copied
      if (filled === PIECE_BYTES) {
        yield piece
        piece = Buffer.allocUnsafe(PIECE_BYTES)
        filled = 0
      }
    }
  }
  if (filled > 0) yield piece.subarray(0, filled)
}

async function* wholePart(archive: Archive, entry: Entry, name: string, maxBytes: number) {
  const bytes = await archive.read(entry, maxBytes)
  textGuard()(bytes)
  yield header(name, bytes.length, entry.crc32)
  yield bytes
}

function* ownPart(name: string, xml: string): Generator<Buffer> {
  const bytes = Buffer.from(xml)
  yield header(name, bytes.length, 0)
  yield bytes
}

/**
 * Repackages one sheet as an uncompressed workbook with a structure of our own and the sheet last. A parser can read it
 * front to back at its consumer's pace and sees no unchecked part.
 */
export async function* singleSheetPackage(
  archive: Archive,
  { sharedStrings, styles, is1904 }: Structure,
  sheet: Entry,
  beforePiece: () => Promise<void>,
): AsyncGenerator<Buffer> {
  yield* ownPart('[Content_Types].xml', `<Types xmlns="${packaging}/content-types"/>`)
  yield* ownPart('_rels/.rels', relations(['officeDocument', 'xl/workbook.xml']))
  const targets: [string, string][] = [['worksheet', 'worksheets/sheet1.xml']]
  if (sharedStrings) targets.push(['sharedStrings', 'sharedStrings.xml'])
  if (styles) targets.push(['styles', 'styles.xml'])
  yield* ownPart('xl/_rels/workbook.xml.rels', relations(...targets))
  yield* ownPart(
    'xl/workbook.xml',
    `<workbook xmlns="${spreadsheet}" xmlns:r="${office}"><workbookPr date1904="${is1904 ? 1 : 0}"/>` +
      '<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
  )
  if (sharedStrings)
    yield* wholePart(archive, sharedStrings, 'xl/sharedStrings.xml', limits.sharedStringsBytes)
  if (styles) yield* wholePart(archive, styles, 'xl/styles.xml', limits.stylesBytes)
  yield header('xl/worksheets/sheet1.xml', sheet.uncompressedSize, sheet.crc32)
  for await (const piece of inPieces(archive.bytes(sheet))) {
    await beforePiece()
    yield piece
  }
}
