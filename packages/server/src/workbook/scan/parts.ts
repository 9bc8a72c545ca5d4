import type { Archive } from '../archive.ts'
import { limits } from '../limits.ts'
import type { Structure } from '../structure.ts'
import { ElementCutter, unreadable } from './elements.ts'
import type { CellParts } from './row.ts'
import { readStyles } from './styles.ts'
import { type MarkedText, stringItem } from './text.ts'

const UTF_16 = [
  [0xff, 0xfe, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
] as const

/** Decodes XML that streams in pieces of bytes. @throws WorkbookError for bytes that are no text */
export async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  try {
    for await (const piece of bytes) {
      const wide = UTF_16.find(([first, second]) => piece[0] === first && piece[1] === second)
      decoder ??= new TextDecoder(wide?.[2] ?? 'utf-8', { fatal: true })
      yield decoder.decode(piece, { stream: true })
    }
    yield decoder?.decode() ?? ''
  } catch (error) {
    throw error instanceof TypeError ? unreadable() : error
  }
}

async function readStrings(archive: Archive, { sharedStrings }: Structure): Promise<MarkedText[]> {
  const strings: MarkedText[] = []
  if (!sharedStrings) return strings
  if (sharedStrings.uncompressedSize > limits.sharedStringsBytes) throw unreadable()
  let cutter: ElementCutter | undefined
  let prefix = ''
  let head = ''
  for await (const text of decoded(archive.bytes(sharedStrings))) {
    let piece = text
    if (!cutter) {
      head += text
      const start = /<((?:\w+:)?)sst(?=[\s/>])[^>]*>/.exec(head)
      if (!start) continue
      prefix = start[1] ?? ''
      cutter = new ElementCutter(`${prefix}si`)
      piece = head.slice(start.index + start[0].length)
    }
    for (const { content } of cutter.take(piece)) strings.push(stringItem(content, prefix))
  }
  return strings
}

/** Reads the texts and styles that the cells of a workbook refer to. @throws WorkbookError if they are too large */
export async function readCellParts(archive: Archive, structure: Structure): Promise<CellParts> {
  const { styles } = structure
  const xml = styles ? (await archive.read(styles, limits.stylesBytes)).toString('utf8') : ''
  return { strings: await readStrings(archive, structure), styles: readStyles(xml) }
}
