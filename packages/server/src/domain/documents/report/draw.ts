import { once } from 'node:events'
import type { Report, ReportItem, ReportPart } from './model.ts'
import { INNER, PAGE, Paper } from './paper.ts'
import { type Cell, drawRow, linesIn } from './rows.ts'

type Section<Kind extends ReportPart['kind']> = Extract<ReportPart, { kind: Kind }>
type Structure = PDFKit.PDFStructureElement

const CAPTION = 92
const HALF = INNER / 2
/** A value of more lines takes the whole width. */
const MOST_HALF = 3

/** Adds an element with content to the structure. */
function within(paper: Paper, parent: Structure, type: string, draw: () => void): void {
  const element = paper.doc.struct(type, {}, draw)
  parent.add(element)
  element.end()
}

function drawHeading(paper: Paper, parent: Structure, title: string): void {
  // Not alone at the foot of a page.
  paper.need(70)
  paper.top += 12
  within(paper, parent, 'H2', () =>
    paper.line(title, PAGE.left, paper.top, INNER, { size: 11.5, weight: 'bold' }),
  )
  paper.top += 20
}

/** Rows of one wide item or up to two others. */
function pairsOf(paper: Paper, items: readonly ReportItem[]): ReportItem[][] {
  const rows: ReportItem[][] = []
  for (const item of items) {
    const wide = item.wide || linesIn(paper, item.value, HALF - CAPTION) > MOST_HALF
    const last = rows.at(-1)
    if (!wide && last?.length === 1 && !last[0]?.wide) last.push(item)
    else rows.push([{ ...item, wide }])
  }
  return rows
}

function cellsOf(items: readonly ReportItem[]): Cell[] {
  const isWhole = items.length === 1
  return items.flatMap(({ caption, value }) => [
    { text: caption, width: CAPTION, isHead: true },
    { text: value, width: (isWhole ? INNER : HALF) - CAPTION },
  ])
}

function drawFields(paper: Paper, parent: Structure, { items }: Section<'fields'>): void {
  const table = paper.doc.struct('Table')
  parent.add(table)
  for (const row of pairsOf(paper, items)) drawRow(paper, table, cellsOf(row))
  table.end()
}

function drawTable(paper: Paper, parent: Structure, { columns, rows, empty }: Section<'table'>): void {
  const total = columns.reduce((sum, [, share]) => sum + share, 0)
  const widths = columns.map(([, share]) => (share / total) * INNER)
  const table = paper.doc.struct('Table')
  parent.add(table)
  const drawHead = () =>
    drawRow(
      paper,
      table,
      columns.map(([text], index) => ({ text, width: widths[index] ?? 0, isHead: true })),
    )
  drawHead()
  if (rows.length === 0) drawRow(paper, table, [{ text: empty, width: INNER }])
  for (const row of rows)
    drawRow(
      paper,
      table,
      row.map((text, index) => ({ text, width: widths[index] ?? 0 })),
      drawHead,
    )
  table.end()
}

function drawNote(paper: Paper, parent: Structure, { text }: Section<'note'>): void {
  const style = { size: 9.5 }
  const lines = paper.lines(text, INNER, style)
  paper.need(lines.length * 15 + 14)
  paper.top += 14
  within(paper, parent, 'P', () =>
    lines.forEach((line, index) => {
      paper.line(line, PAGE.left, paper.top + index * 15, INNER, style)
    }),
  )
  paper.top += lines.length * 15
}

const SEAL = 104

function drawSeals(paper: Paper, parent: Structure, { offices }: Section<'seals'>): void {
  paper.need(SEAL + 10)
  paper.top += 10
  const { top } = paper
  const width = INNER / offices.length
  offices.forEach((office, index) => {
    const left = PAGE.left + index * width
    const inner = width - 16
    paper.box(left, top, width, SEAL)
    within(paper, parent, 'P', () => {
      paper.line(`${office}（盖章）`, left + 8, top + 9, inner, { size: 9, align: 'center' })
      paper.line('年　　月　　日', left + 8, top + SEAL - 22, inner, { size: 9, align: 'right' })
    })
  })
  paper.top += SEAL
}

function drawTitle(paper: Paper, parent: Structure, { title, facts }: Report): void {
  within(paper, parent, 'H1', () => {
    const style = { size: 18, weight: 'bold', align: 'center' } as const
    for (const line of paper.lines(title, INNER, style)) {
      paper.line(line, PAGE.left, paper.top, INNER, style)
      paper.top += 27
    }
  })
  paper.top += 8
  within(paper, parent, 'P', () =>
    facts.forEach(([caption, value], index) => {
      const isRight = index % 2 === 1
      const style = { size: 9, colour: 'soft', align: isRight ? 'right' : 'left' } as const
      const [line = ''] = paper.lines(`${caption}：${value}`, HALF - 8, style)
      paper.line(line, PAGE.left + (isRight ? HALF + 8 : 0), paper.top, HALF - 8, style)
      if (isRight || index === facts.length - 1) paper.top += 15
    }),
  )
}

function drawPart(paper: Paper, parent: Structure, part: ReportPart): void {
  if ('title' in part) drawHeading(paper, parent, part.title)
  if (part.kind === 'fields') drawFields(paper, parent, part)
  else if (part.kind === 'table') drawTable(paper, parent, part)
  else if (part.kind === 'note') drawNote(paper, parent, part)
  else drawSeals(paper, parent, part)
}

/** Numbers the pages, once their count is known. */
function drawFeet(paper: Paper, [left, right]: Report['foot']): void {
  const { count } = paper.doc.bufferedPageRange()
  const top = PAGE.height - 40
  const style = { size: 8.5, colour: 'soft' } as const
  for (let index = 0; index < count; index += 1) {
    paper.doc.switchToPage(index)
    paper.doc.markContent('Artifact', { type: 'Pagination' })
    const [start = ''] = paper.lines(left, INNER * 0.4, style)
    paper.line(start, PAGE.left, top, INNER, style)
    paper.line(`第 ${index + 1} 页　共 ${count} 页`, PAGE.left, top, INNER, { ...style, align: 'center' })
    paper.line(right, PAGE.left, top, INNER, { ...style, align: 'right' })
    paper.doc.endMarkedContent()
  }
}

/** Draws a report as a PDF document with embedded fonts and a structure for screen readers. */
export async function drawReport(report: Report): Promise<Uint8Array> {
  const paper = new Paper({ title: report.title, author: report.platform, printedAt: report.printedAt })
  const chunks: Uint8Array[] = []
  paper.doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const root = paper.doc.struct('Document')
  paper.doc.addStructure(root)
  drawTitle(paper, root, report)
  for (const part of report.parts) drawPart(paper, root, part)
  root.end()
  drawFeet(paper, report.foot)
  const isOver = once(paper.doc, 'end')
  paper.doc.end()
  await isOver
  return Buffer.concat(chunks)
}
