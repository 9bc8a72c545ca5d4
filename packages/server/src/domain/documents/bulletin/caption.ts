import { INNER, PAGE, type Sheet } from '../official/sheet.ts'
import { drawLine, wordLines } from './lines.ts'
import type { Words } from './model.ts'

type Structure = PDFKit.PDFStructureElement

const STYLE = { size: 11, face: 'bold', align: 'center' } as const
const LEADING = 16
/** Height of a caption of one line with the gap below it. */
export const CAPTION_HEIGHT = 20

/** Draws the caption of a table or chart, with the numbers of its sources. */
export function drawCaption(sheet: Sheet, parent: Structure, words: Words): void {
  const element = sheet.doc.struct('Caption')
  parent.add(element)
  for (const line of wordLines(sheet, words, INNER, STYLE)) {
    drawLine(sheet, element, line, { left: PAGE.left, top: sheet.top, width: INNER }, STYLE)
    sheet.top += LEADING
  }
  element.end()
  sheet.top += CAPTION_HEIGHT - LEADING
}
