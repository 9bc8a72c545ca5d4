import { once } from 'node:events'
import { INNER, PAGE, Paper, type Weight } from '../documents/report/paper.ts'
import { type Cell, drawRow } from '../documents/report/rows.ts'
import { type Chapter, type Manual, pictureFile } from './chapters.ts'
import type { Block } from './markdown.ts'

type Structure = PDFKit.PDFStructureElement

/** A manual to draw, with the name of the platform. */
export interface ManualTask {
  manual: Manual
  platform: string
}

interface Style {
  size: number
  weight?: Weight
  leading: number
  before: number
  after: number
  indent?: number
}

const TEXT: Style = { size: 10.5, leading: 18, before: 0, after: 5 }
const NOTE: Style = { size: 9.5, leading: 16, before: 2, after: 7, indent: 14 }
const ITEM: Style = { size: 10.5, leading: 18, before: 0, after: 2, indent: 20 }
const HEADING: Style = { size: 12, weight: 'bold', leading: 20, before: 9, after: 4 }
const TITLE: Style = { size: 16, weight: 'bold', leading: 26, before: 0, after: 10 }
const CAPTION: Style = { size: 9, leading: 14, before: 4, after: 8 }
// As the browser takes them: 1280 by 800.
const PICTURE = { width: 400, height: 250 }
const CONTENTS_LINE = 22
const CONTENTS_HEAD = 60

/** Draws lines of text into an element of the structure. */
function drawText(
  paper: Paper,
  parent: Structure,
  type: string,
  text: string,
  style: Style,
  mark = '',
): void {
  const { size, weight = 'regular', leading, before, after, indent = 0 } = style
  const width = INNER - indent
  const lines = paper.lines(text, width, { size, weight })
  // At least two lines together.
  paper.need(before + Math.min(lines.length, 2) * leading)
  paper.top += before
  const element = paper.doc.struct(type)
  parent.add(element)
  lines.forEach((line, index) => {
    paper.need(leading)
    element.add(
      paper.doc.struct('Span', {}, () => {
        if (index === 0 && mark) paper.line(mark, PAGE.left, paper.top, indent, { size })
        paper.line(line, PAGE.left + indent, paper.top, width, { size, weight })
      }),
    )
    paper.top += leading
  })
  element.end()
  paper.top += after
}

function drawPicture(
  paper: Paper,
  parent: Structure,
  { name, caption }: Extract<Block, { kind: 'picture' }>,
): void {
  paper.need(PICTURE.height + 34)
  paper.top += 4
  const left = PAGE.left + (INNER - PICTURE.width) / 2
  const { top } = paper
  const figure = paper.doc.struct('Figure', { alt: caption }, () => {
    paper.doc.image(pictureFile(name), left, top, { width: PICTURE.width, height: PICTURE.height })
  })
  parent.add(figure)
  figure.end()
  paper.box(left, top, PICTURE.width, PICTURE.height)
  paper.top += PICTURE.height + CAPTION.before
  parent.add(
    paper.doc.struct('Caption', {}, () =>
      paper.line(caption, PAGE.left, paper.top, INNER, {
        size: CAPTION.size,
        colour: 'soft',
        align: 'center',
      }),
    ),
  )
  paper.top += CAPTION.leading + CAPTION.after
}

function drawTable(paper: Paper, parent: Structure, rows: readonly string[][]): void {
  const [head = []] = rows
  const first = INNER * 0.26
  const rest = (INNER - first) / Math.max(1, head.length - 1)
  const cells = (row: readonly string[], isHead: boolean): Cell[] =>
    row.map((text, index) => ({ text, width: index === 0 ? first : rest, isHead: isHead || index === 0 }))
  const table = paper.doc.struct('Table')
  parent.add(table)
  for (const [index, row] of rows.entries()) drawRow(paper, table, cells(row, index === 0))
  table.end()
  paper.top += 10
}

function drawBlock(paper: Paper, parent: Structure, block: Block): void {
  if (block.kind === 'heading') {
    // Not alone at the foot of a page.
    paper.need(66)
    drawText(paper, parent, 'H3', block.text, HEADING)
  } else if (block.kind === 'picture') drawPicture(paper, parent, block)
  else if (block.kind === 'table') drawTable(paper, parent, block.rows)
  else if (block.kind === 'list')
    block.items.forEach((item, index) => {
      drawText(paper, parent, 'P', item, ITEM, block.ordered ? `${index + 1}.` : '·')
    })
  else if (block.kind === 'note') drawText(paper, parent, 'Note', `注：${block.text}`, NOTE)
  else drawText(paper, parent, 'P', block.text, TEXT)
}

/** Draws a chapter and returns the index of its first page. */
function drawChapter(paper: Paper, parent: Structure, chapter: Chapter, index: number): number {
  paper.newPage()
  const page = paper.doc.bufferedPageRange().count - 1
  const title = `${index + 1}　${chapter.title}`
  paper.doc.outline.addItem(title)
  const section = paper.doc.struct('Sect')
  parent.add(section)
  paper.doc.addNamedDestination(chapter.id)
  drawText(paper, section, 'H2', title, TITLE)
  for (const block of chapter.blocks) drawBlock(paper, section, block)
  section.end()
  return page
}

function drawCover(paper: Paper, parent: Structure, { manual, platform }: ManualTask): void {
  const lines: readonly (readonly [text: string, top: number, size: number, weight: Weight])[] = [
    [platform, 250, 18, 'regular'],
    ['用户手册', 296, 34, 'bold'],
    [`（${manual.title}）`, 350, 16, 'regular'],
    [`版本 ${manual.version}`, 690, 11, 'regular'],
    [manual.date, 710, 11, 'regular'],
  ]
  for (const [text, top, size, weight] of lines)
    parent.add(
      paper.doc.struct(size > 30 ? 'H1' : 'P', {}, () =>
        paper.line(text, PAGE.left, top, INNER, { size, weight, align: 'center' }),
      ),
    )
}

/** Lines of the contents on a page. */
const CONTENTS_LINES = Math.floor((PAGE.height - PAGE.bottom - PAGE.top - CONTENTS_HEAD) / CONTENTS_LINE)

interface Entry {
  id: string
  title: string
  page: number
}

/** Fills the pages kept for the contents, once the pages of the chapters are known. */
function drawContents(paper: Paper, parent: Structure, entries: readonly Entry[], from: number): void {
  const style = { size: 11 } as const
  entries.forEach(({ id, title, page }, index) => {
    paper.doc.switchToPage(from + Math.floor(index / CONTENTS_LINES))
    const top = PAGE.top + CONTENTS_HEAD + (index % CONTENTS_LINES) * CONTENTS_LINE
    const item = paper.doc.struct('TOCI', {}, () => {
      if (index % CONTENTS_LINES === 0)
        paper.line('目　录', PAGE.left, PAGE.top + 8, INNER, { size: 18, weight: 'bold', align: 'center' })
      paper.line(`${index + 1}　${title}`, PAGE.left, top, INNER, style)
      paper.line(String(page + 1), PAGE.left, top, INNER, { ...style, align: 'right' })
    })
    parent.add(item)
    item.end()
    paper.doc.goTo(PAGE.left, top, INNER, CONTENTS_LINE, id)
  })
}

function drawFeet(paper: Paper, { manual, platform }: ManualTask): void {
  const { count } = paper.doc.bufferedPageRange()
  const style = { size: 8.5, colour: 'soft' } as const
  for (let index = 1; index < count; index += 1) {
    paper.doc.switchToPage(index)
    paper.doc.markContent('Artifact', { type: 'Pagination' })
    paper.line(`${platform}用户手册（${manual.title}）`, PAGE.left, PAGE.height - 40, INNER, style)
    paper.line(`${index + 1} / ${count}`, PAGE.left, PAGE.height - 40, INNER, { ...style, align: 'right' })
    paper.doc.endMarkedContent()
  }
}

/** Draws a manual as a PDF document: cover, contents with page numbers, chapters. */
export async function drawManual(task: ManualTask): Promise<Uint8Array> {
  const { manual, platform } = task
  const printedAt = new Date(`${manual.date}T00:00:00+08:00`)
  const paper = new Paper({ title: `${platform}用户手册`, author: platform, printedAt })
  const chunks: Uint8Array[] = []
  paper.doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const root = paper.doc.struct('Document')
  paper.doc.addStructure(root)
  drawCover(paper, root, task)
  const contents = Math.max(1, Math.ceil(manual.chapters.length / CONTENTS_LINES))
  for (let page = 0; page < contents; page += 1) paper.newPage()
  const entries = manual.chapters.map((chapter, index) => ({
    id: chapter.id,
    title: chapter.title,
    page: drawChapter(paper, root, chapter, index),
  }))
  drawContents(paper, root, entries, 1)
  root.end()
  drawFeet(paper, task)
  const isOver = once(paper.doc, 'end')
  paper.doc.end()
  await isOver
  return Buffer.concat(chunks)
}
