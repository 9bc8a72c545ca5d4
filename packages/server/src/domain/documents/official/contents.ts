import { BODY_HEIGHT, INNER, PAGE, type Sheet } from './sheet.ts'

type Structure = PDFKit.PDFStructureElement

export interface Entry {
  text: string
  level: number
  page: number
}

const TITLE = { size: 18, face: 'bold', align: 'center' } as const
const TITLE_HEIGHT = 48
const LEADING = 23
const PER_PAGE = Math.floor((BODY_HEIGHT - TITLE_HEIGHT) / LEADING)
const INDENT = 24

/** Pages that contents with this many entries take. */
export const contentsPages = (entries: number): number => Math.max(1, Math.ceil(entries / PER_PAGE))

function drawEntry(sheet: Sheet, { text, level, page }: Entry, top: number): void {
  const style = { size: 14, face: level === 0 ? 'hei' : 'song' } as const
  const left = PAGE.left + Math.max(0, level - 1) * INDENT
  const width = PAGE.left + INNER - left
  const [line = ''] = sheet.lines(text, width - 50, style)
  const number = String(page)
  sheet.line(line, left, top, width, style)
  sheet.line(number, left, top, width, { size: 14, align: 'right' })
  const from = left + sheet.width(line, style) + 6
  const to = PAGE.left + INNER - sheet.width(number, { size: 14 }) - 6
  sheet.doc
    .moveTo(from, top + 12)
    .lineTo(to, top + 12)
    .lineWidth(0.8)
    .dash(0.8, { space: 4 })
    .stroke('#000000')
    .undash()
}

/** Fills the pages that were left for the contents, once the pages of the headings are known. */
export function drawContents(
  sheet: Sheet,
  parent: Structure,
  entries: readonly Entry[],
  firstPage: number,
): void {
  for (let at = 0; at < contentsPages(entries.length); at += 1) {
    sheet.doc.switchToPage(firstPage - 1 + at)
    const element = sheet.doc.struct('TOC', {}, () => {
      sheet.line(at === 0 ? '目　录' : '目　录（续）', PAGE.left, PAGE.top, INNER, TITLE)
      entries.slice(at * PER_PAGE, (at + 1) * PER_PAGE).forEach((entry, row) => {
        drawEntry(sheet, entry, PAGE.top + TITLE_HEIGHT + row * LEADING)
      })
    })
    parent.add(element)
    element.end()
  }
}
