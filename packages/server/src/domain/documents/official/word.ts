import {
  AlignmentType,
  Document,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  Packer,
  PageBreak,
  PageNumber,
  Paragraph,
  TableOfContents,
  TabStopType,
  TextRun,
} from 'docx'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import type { OfficialDocument } from './model.ts'
import { type NumberedBlock, numbered } from './numbering.ts'
import { wordStyles } from './word-styles.ts'
import { wordTable } from './word-table.ts'

const MM = 1440 / 25.4
const MARGIN = { top: 37 * MM, bottom: 35 * MM, left: 28 * MM, right: 26 * MM }
const TEXT_TWIPS = Math.round((210 - 28 - 26) * MM)
/** Width of the text in pixels of 1/96 inch, as pictures are measured. */
const TEXT_WIDTH = ((210 - 28 - 26) / 25.4) * 96

const LEVELS = {
  1: HeadingLevel.HEADING_1,
  2: HeadingLevel.HEADING_2,
  3: HeadingLevel.HEADING_3,
  4: HeadingLevel.HEADING_4,
} as const

/** A body paragraph: first line indented by two characters, lines of 28 points. */
const body = (text: string): Paragraph => new Paragraph({ text, style: 'body' })
const centered = (text: string, style: string): Paragraph =>
  new Paragraph({ text, style, alignment: AlignmentType.CENTER })
const pageBreak = (): Paragraph => new Paragraph({ children: [new PageBreak()] })

function coverOf({ title, cover, platform, isDraft }: OfficialDocument): Paragraph[] {
  return [
    new Paragraph({ text: title, style: 'cover', spacing: { before: 1600, after: isDraft ? 200 : 1400 } }),
    ...(isDraft ? [centered('（草稿）', 'fact')] : []),
    ...cover.facts.map(([caption, value]) => new Paragraph({ text: `${caption}：${value}`, style: 'fact' })),
    new Paragraph({
      text: platform,
      style: 'fact',
      alignment: AlignmentType.CENTER,
      spacing: { before: 1600 },
    }),
    centered(cover.date, 'fact'),
    pageBreak(),
  ]
}

function pledgeOf({ pledge }: OfficialDocument): Paragraph[] {
  if (!pledge) return []
  const right = (text: string) => new Paragraph({ text, style: 'body', alignment: AlignmentType.RIGHT })
  return [
    centered(pledge.title, 'title'),
    ...pledge.paragraphs.map(body),
    ...pledge.signers.flatMap((signer) => [right(`${signer}（盖章）`), right('年　　月　　日')]),
    pageBreak(),
  ]
}

function pictureOf({ picture, caption }: Extract<NumberedBlock, { kind: 'picture' }>): Paragraph[] {
  const width = Math.min(TEXT_WIDTH, picture.width)
  return [
    new Paragraph({
      alignment: AlignmentType.CENTER,
      children: [
        new ImageRun({
          type: picture.bytes[0] === 0xff ? 'jpg' : 'png',
          data: picture.bytes,
          transformation: { width, height: (width * picture.height) / picture.width },
          altText: { id: '1', name: caption, description: caption, title: caption },
        }),
      ],
    }),
    centered(caption, 'caption'),
  ]
}

function blockOf(block: NumberedBlock) {
  switch (block.kind) {
    case 'part':
      return [new Paragraph({ text: block.title, style: 'title', pageBreakBefore: true })]
    case 'heading':
      return [new Paragraph({ text: block.text, heading: LEVELS[block.level] })]
    case 'text':
      return [body(block.text)]
    case 'table':
      return wordTable(block)
    default:
      return pictureOf(block)
  }
}

function contentsOf(blocks: readonly NumberedBlock[]) {
  const cachedEntries = blocks.flatMap((block) =>
    block.kind === 'heading' && block.level === 1 ? [{ title: block.text, level: 1 }] : [],
  )
  const field = { headingStyleRange: '1-1', hyperlink: true, cachedEntries, beginDirty: true }
  return [centered('目　录', 'title'), new TableOfContents('目录', field), pageBreak()]
}

const headerOf = ({ title, subject, isDraft }: OfficialDocument): Header =>
  new Header({
    children: [
      new Paragraph({
        style: 'frame',
        tabStops: [{ type: TabStopType.RIGHT, position: TEXT_TWIPS }],
        children: [new TextRun(isDraft ? `${title}（草稿）` : title), new TextRun({ text: `\t${subject}` })],
      }),
    ],
  })

const footer = (): Footer =>
  new Footer({
    children: [
      new Paragraph({
        style: 'frame',
        alignment: AlignmentType.RIGHT,
        children: [
          new TextRun({ children: ['第 ', PageNumber.CURRENT, ' 页　共 ', PageNumber.TOTAL_PAGES, ' 页'] }),
        ],
      }),
    ],
  })

function documentOf(source: OfficialDocument): Document {
  const blocks = numbered(source.blocks)
  return new Document({
    title: source.title,
    subject: source.subject,
    creator: source.platform,
    lastModifiedBy: source.platform,
    styles: wordStyles,
    sections: [
      {
        properties: {
          titlePage: true,
          page: { size: { width: 210 * MM, height: 297 * MM }, margin: MARGIN },
        },
        headers: { default: headerOf(source), first: new Header({ children: [new Paragraph('')] }) },
        footers: { default: footer(), first: footer() },
        children: [
          ...coverOf(source),
          ...pledgeOf(source),
          ...(source.hasContents ? contentsOf(blocks) : []),
          ...blocks.flatMap(blockOf),
        ],
      },
    ],
  })
}

const TIMES = /(<dcterms:(?:created|modified)[^>]*>)[^<]*/g
// The earliest moment that an archive can state. Its fields are local time, so it does not depend on the time zone.
const NO_TIME = new Date(1980, 0, 1)

const RANDOM = /\brId[\w-]{21}(?=")/g

/** Names that the library gives to relations at random, by the order in which they occur. */
function orderedRelations(files: Record<string, Uint8Array>): void {
  const names = new Map<string, string>()
  for (const [path, bytes] of Object.entries(files)) {
    if (!/\.(?:xml|rels)$/.test(path)) continue
    const text = strFromU8(bytes)
    const ordered = text.replace(RANDOM, (name) => {
      if (!names.has(name)) names.set(name, `rIdx${names.size + 1}`)
      return names.get(name) ?? name
    })
    if (ordered !== text) files[path] = strToU8(ordered)
  }
}

/** The package with the document's own date instead of the moment at which it was written. */
export function timeless(packed: Uint8Array, date: Date): Uint8Array<ArrayBuffer> {
  const files = unzipSync(packed)
  orderedRelations(files)
  for (const [path, bytes] of Object.entries(files))
    if (path.endsWith('.xlsx')) files[path] = zipSync(unzipSync(bytes), { mtime: NO_TIME, level: 9 })
  const core = files['docProps/core.xml']
  const stamp = date.toISOString().replace(/\.\d+Z$/, 'Z')
  if (core) files['docProps/core.xml'] = strToU8(strFromU8(core).replace(TIMES, `$1${stamp}`))
  return new Uint8Array(zipSync(files, { mtime: NO_TIME, level: 9 }))
}

/** Writes a document for Word. It has neither a watermark nor a code, because it can be edited. */
export async function writeWord(source: OfficialDocument): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await Packer.toBuffer(documentOf(source))
  return timeless(packed, source.date)
}
