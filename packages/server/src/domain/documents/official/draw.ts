import { once } from 'node:events'
import { contentsPages, drawContents, type Entry } from './contents.ts'
import { drawCover, drawPledge } from './cover.ts'
import { contentDigest } from './digest.ts'
import { drawFrames, drawWatermark } from './frame.ts'
import type { OfficialDocument } from './model.ts'
import { type NumberedBlock, numbered } from './numbering.ts'
import { BODY_HEIGHT, INNER, PAGE, Sheet, type TextStyle } from './sheet.ts'
import { drawTable } from './table.ts'

type Structure = PDFKit.PDFStructureElement

const BODY = { size: 16, leading: 28, indent: 2 }
const HEADINGS: Readonly<Record<1 | 2 | 3 | 4, TextStyle>> = {
  1: { size: 16, face: 'bold' },
  2: { size: 16, face: 'hei' },
  3: { size: 16, face: 'bold' },
  4: { size: 16, face: 'song' },
}

/** Contents name chapters and the parts of a bound volume. */
const entryLevel = (block: NumberedBlock): number | undefined => {
  if (block.kind === 'part') return 0
  return block.kind === 'heading' && block.level === 1 ? 1 : undefined
}

function paragraph(sheet: Sheet, parent: Structure, text: string): void {
  const style: TextStyle = { size: BODY.size, align: 'full' }
  const lines = sheet.lines(text, INNER, style, BODY.indent)
  const element = sheet.doc.struct('P')
  parent.add(element)
  lines.forEach((line, index) => {
    sheet.need(BODY.leading)
    const indent = index === 0 ? BODY.indent * BODY.size : 0
    const align = index === lines.length - 1 ? 'left' : 'full'
    const span = sheet.doc.struct('Span', {}, () =>
      sheet.line(line, PAGE.left + indent, sheet.top + 5, INNER - indent, { ...style, align }),
    )
    element.add(span)
    span.end()
    sheet.top += BODY.leading
  })
  element.end()
}

function heading(
  sheet: Sheet,
  parent: Structure,
  { level, text }: Extract<NumberedBlock, { kind: 'heading' }>,
): void {
  const style = HEADINGS[level]
  // A heading has at least two lines of its text on the same page.
  sheet.need(3 * BODY.leading)
  if (level === 1 && sheet.top > PAGE.top) sheet.top += 8
  const indent = level === 1 ? 0 : BODY.indent
  const lines = sheet.lines(text, INNER, style, indent)
  const element = sheet.doc.struct(`H${level + 1}`, {}, () =>
    lines.forEach((line, index) => {
      const left = PAGE.left + (index === 0 ? indent * style.size : 0)
      sheet.line(line, left, sheet.top + 5 + index * BODY.leading, INNER, style)
    }),
  )
  parent.add(element)
  element.end()
  sheet.top += lines.length * BODY.leading
}

function part(sheet: Sheet, parent: Structure, title: string): void {
  sheet.newPage()
  const element = sheet.doc.struct('H1', {}, () =>
    sheet.line(title, PAGE.left, sheet.top + 8, INNER, { size: 22, face: 'bold', align: 'center' }),
  )
  parent.add(element)
  element.end()
  sheet.top += 64
}

function picture(
  sheet: Sheet,
  parent: Structure,
  { picture: image, caption }: Extract<NumberedBlock, { kind: 'picture' }>,
): void {
  const height = Math.min((INNER * image.height) / image.width, BODY_HEIGHT * 0.45)
  const width = (height * image.width) / image.height
  sheet.need(height + 34)
  const element = sheet.doc.struct('Figure', { alt: caption }, () => {
    sheet.doc.image(Buffer.from(image.bytes), PAGE.left + (INNER - width) / 2, sheet.top + 6, {
      width,
      height,
    })
  })
  parent.add(element)
  element.end()
  sheet.top += height + 10
  const title = sheet.doc.struct('Caption', {}, () =>
    sheet.line(caption, PAGE.left, sheet.top, INNER, { size: 12, face: 'hei', align: 'center' }),
  )
  parent.add(title)
  title.end()
  sheet.top += 24
}

function drawBlock(sheet: Sheet, parent: Structure, block: NumberedBlock): void {
  if (block.kind === 'part') part(sheet, parent, block.title)
  else if (block.kind === 'heading') heading(sheet, parent, block)
  else if (block.kind === 'text') paragraph(sheet, parent, block.text)
  else if (block.kind === 'table') drawTable(sheet, parent, block)
  else picture(sheet, parent, block)
}

function sheetOf(document: OfficialDocument): Sheet {
  const info = {
    title: document.title,
    author: document.platform,
    subject: document.subject,
    digest: contentDigest(document),
    date: document.date,
  }
  return new Sheet(info, (sheet) => drawWatermark(sheet, document.watermark))
}

export interface DrawnPdf {
  bytes: Uint8Array<ArrayBuffer>
  pages: number
}

/** Draws a document as a tagged PDF with embedded fonts. */
export async function drawPdf(document: OfficialDocument): Promise<DrawnPdf> {
  const sheet = sheetOf(document)
  const chunks: Uint8Array[] = []
  sheet.doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const root = sheet.doc.struct('Document')
  sheet.doc.addStructure(root)
  drawCover(sheet, root, document)
  if (document.pledge) drawPledge(sheet, root, document.pledge)
  const blocks = numbered(document.blocks)
  const front = sheet.doc.struct('Sect')
  root.add(front)
  const headings = blocks.filter((block) => entryLevel(block) !== undefined)
  const firstPage = sheet.page + 1
  if (document.hasContents) for (let at = contentsPages(headings.length); at > 0; at -= 1) sheet.newPage()
  // A part begins on a new page anyway.
  if (blocks[0]?.kind !== 'part') sheet.newPage()
  const entries: Entry[] = []
  for (const block of blocks) {
    drawBlock(sheet, root, block)
    const level = entryLevel(block)
    if (level === undefined) continue
    entries.push({
      text: 'title' in block ? block.title : 'text' in block ? block.text : '',
      level,
      page: sheet.page,
    })
  }
  if (document.hasContents) drawContents(sheet, front, entries, firstPage)
  front.end()
  root.end()
  drawFrames(sheet, document)
  const pages = sheet.page
  const isOver = once(sheet.doc, 'end')
  sheet.doc.end()
  await isOver
  return { bytes: new Uint8Array(Buffer.concat(chunks)), pages }
}
