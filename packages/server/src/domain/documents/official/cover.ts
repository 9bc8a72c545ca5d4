import type { OfficialDocument, Pledge } from './model.ts'
import { INNER, PAGE, type Sheet, type TextStyle } from './sheet.ts'

type Structure = PDFKit.PDFStructureElement

const TITLE = { size: 26, face: 'bold', align: 'center' } as const
const FACT = { size: 15, leading: 26, caption: 108, left: 20 }

function block(sheet: Sheet, parent: Structure, type: string, draw: () => void): void {
  const element = sheet.doc.struct(type, {}, draw)
  parent.add(element)
  element.end()
}

/** Lines of one style below each other. */
function drawLines(sheet: Sheet, lines: readonly string[], leading: number, style: TextStyle): void {
  for (const line of lines) {
    sheet.line(line, PAGE.left, sheet.top, INNER, style)
    sheet.top += leading
  }
}

function drawFact(sheet: Sheet, parent: Structure, [caption, value]: readonly [string, string]): void {
  const left = PAGE.left + FACT.left + FACT.caption
  const width = INNER - 2 * FACT.left - FACT.caption
  const style = { size: FACT.size } as const
  const lines = sheet.lines(value, width - 8, style)
  const { top } = sheet
  block(sheet, parent, 'P', () => {
    sheet.line(caption, PAGE.left + FACT.left, top, FACT.caption - 12, {
      ...style,
      face: 'hei',
      align: 'full',
    })
    lines.forEach((line, at) => {
      sheet.line(line, left + 4, top + at * FACT.leading, width, style)
    })
  })
  lines.forEach((_line, at) => {
    sheet.rule(top + (at + 1) * FACT.leading - 5, 0.5, left, width)
  })
  sheet.top += lines.length * FACT.leading + 8
}

/** The first page: the title, the facts that identify the document, and its date. */
export function drawCover(sheet: Sheet, parent: Structure, document: OfficialDocument): void {
  sheet.top = PAGE.top + 70
  const lines = sheet.lines(document.title, INNER, TITLE)
  block(sheet, parent, 'H1', () => drawLines(sheet, lines, 40, TITLE))
  if (document.isDraft) {
    sheet.top += 6
    block(sheet, parent, 'P', () =>
      drawLines(sheet, ['（草稿）'], 24, { size: 16, face: 'hei', align: 'center' }),
    )
  }
  sheet.top = Math.max(sheet.top + 50, PAGE.top + 210)
  for (const fact of document.cover.facts) drawFact(sheet, parent, fact)
  const style = { size: 15, align: 'center' } as const
  sheet.top = Math.max(sheet.top + 24, PAGE.height - PAGE.bottom - 64)
  block(sheet, parent, 'P', () => drawLines(sheet, [document.platform, document.cover.date], 26, style))
}

/** A page on which the applicants pledge that what follows is true. */
export function drawPledge(sheet: Sheet, parent: Structure, { title, paragraphs, signers }: Pledge): void {
  sheet.newPage()
  sheet.top += 12
  block(sheet, parent, 'H2', () => drawLines(sheet, [title], 54, { size: 20, face: 'bold', align: 'center' }))
  for (const text of paragraphs) {
    const lines = sheet.lines(text, INNER, { size: 16 }, 2)
    block(sheet, parent, 'P', () =>
      lines.forEach((line, at) => {
        const indent = at === 0 ? 32 : 0
        const align = at === lines.length - 1 ? 'left' : 'full'
        sheet.line(line, PAGE.left + indent, sheet.top, INNER - indent, { size: 16, align })
        sheet.top += 28
      }),
    )
  }
  sheet.top += 40
  for (const signer of signers)
    block(sheet, parent, 'P', () => {
      const style = { size: 16, align: 'right' } as const
      drawLines(sheet, [`${signer}（盖章）`, '年　　月　　日'], 34, style)
      sheet.top += 24
    })
}
