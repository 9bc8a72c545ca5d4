import { once } from 'node:events'
import { INK, INNER, PAGE, Sheet, type TextStyle } from '../official/sheet.ts'
import { drawChart } from './chart.ts'
import { drawGrid } from './grid.ts'
import { drawLine, wordLines } from './lines.ts'
import { type Bulletin, captions, DRAFT, type Words } from './model.ts'

type Structure = PDFKit.PDFStructureElement

const BODY = { size: 12, leading: 22, align: 'full' } as const
const TITLE = { size: 21, align: 'center' } as const
const SMALL = { size: 9, face: 'hei' } as const
const FOOT = PAGE.height - PAGE.bottom + 12

function block(sheet: Sheet, parent: Structure, type: string, draw: () => void): void {
  const element = sheet.doc.struct(type, {}, draw)
  parent.add(element)
  element.end()
}

/** The open font has no bold serif: its outlines are drawn thicker. */
function drawTitle(sheet: Sheet, parent: Structure, { title, isDraft }: Bulletin): void {
  block(sheet, parent, 'H1', () => {
    for (const line of sheet.lines(title, INNER, TITLE)) {
      sheet.doc.save()
      sheet.doc.addContent('2 Tr 0.5 w')
      sheet.line(line, PAGE.left, sheet.top, INNER, TITLE)
      sheet.doc.restore()
      sheet.top += 32
    }
  })
  if (!isDraft) return
  block(sheet, parent, 'P', () =>
    sheet.line(`（${DRAFT}）`, PAGE.left, sheet.top, INNER, { size: 13, face: 'hei', align: 'center' }),
  )
  sheet.top += 24
}

function drawIssue(sheet: Sheet, parent: Structure, { issue }: Bulletin): void {
  const aligns = ['left', 'center', 'right'] as const
  sheet.top += 6
  block(sheet, parent, 'P', () =>
    issue.forEach((text, at) => {
      sheet.line(text, PAGE.left, sheet.top, INNER, { size: 11, align: aligns[at] ?? 'left' })
    }),
  )
  sheet.top += 20
  sheet.rule(sheet.top, 1.4)
  sheet.top += 8
}

function drawParagraph(
  sheet: Sheet,
  parent: Structure,
  words: Words,
  style: TextStyle,
  leading: number,
): void {
  const indent = 2 * style.size
  const lines = wordLines(sheet, words, INNER, style, indent)
  const element = sheet.doc.struct('P')
  parent.add(element)
  lines.forEach((line, at) => {
    sheet.need(leading)
    const left = PAGE.left + (at === 0 ? indent : 0)
    const place = { left, top: sheet.top + 4, width: INNER - (at === 0 ? indent : 0) }
    const align = at === lines.length - 1 ? 'left' : style.align
    drawLine(sheet, element, line, place, { ...style, ...(align ? { align } : {}) })
    sheet.top += leading
  })
  element.end()
}

function drawHeading(sheet: Sheet, parent: Structure, title: string): void {
  sheet.need(4 * BODY.leading)
  sheet.top += 6
  block(sheet, parent, 'H2', () => sheet.line(title, PAGE.left, sheet.top, INNER, { size: 13, face: 'bold' }))
  sheet.top += 22
}

function drawFrames(sheet: Sheet, { foot, isDraft, mark }: Bulletin): void {
  const { count } = sheet.doc.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    sheet.doc.switchToPage(index)
    sheet.artifact('Pagination', () => {
      const top = PAGE.top - 32
      if (isDraft) sheet.line(DRAFT, PAGE.left, top, INNER, { ...SMALL, face: 'bold', size: 11 })
      sheet.line(mark, PAGE.left, top, INNER, { ...SMALL, align: 'right' })
      sheet.doc
        .moveTo(PAGE.left, FOOT)
        .lineTo(PAGE.left + INNER, FOOT)
        .lineWidth(0.6)
        .stroke(INK)
      foot.forEach((line, at) => {
        sheet.line(line, PAGE.left, FOOT + 7 + at * 14, INNER, { ...SMALL, size: 8 })
      })
      sheet.line(`— ${index + 1} —`, PAGE.left, FOOT + 38, INNER, { ...SMALL, align: 'right' })
    })
  }
}

function drawSources(sheet: Sheet, parent: Structure, { sources, notes }: Bulletin): void {
  sheet.newPage()
  drawHeading(sheet, parent, '数据出处')
  drawGrid(sheet, parent, sources, sources.caption)
  for (const note of notes) drawParagraph(sheet, parent, [{ text: note }], { size: 9, face: 'hei' }, 15)
}

/** Draws a bulletin as a tagged PDF with embedded fonts. */
export async function drawBulletin(
  bulletin: Bulletin,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; pages: number }> {
  const { title, platform, digest, date } = bulletin
  const sheet = new Sheet(
    { title, author: platform, subject: bulletin.issue[0], digest, date },
    () => undefined,
  )
  const chunks: Uint8Array[] = []
  sheet.doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const root = sheet.doc.struct('Document')
  sheet.doc.addStructure(root)
  drawTitle(sheet, root, bulletin)
  drawIssue(sheet, root, bulletin)
  const named = captions(bulletin.sections)
  for (const { title: heading, blocks } of bulletin.sections) {
    drawHeading(sheet, root, heading)
    for (const each of blocks)
      if (each.kind === 'text') drawParagraph(sheet, root, each.words, BODY, BODY.leading)
      else if (each.kind === 'grid') drawGrid(sheet, root, each, named.get(each) ?? each.caption)
      else drawChart(sheet, root, each, named.get(each) ?? each.caption)
  }
  drawSources(sheet, root, bulletin)
  root.end()
  drawFrames(sheet, bulletin)
  const pages = sheet.page
  const isOver = once(sheet.doc, 'end')
  sheet.doc.end()
  await isOver
  return { bytes: new Uint8Array(Buffer.concat(chunks)), pages }
}
