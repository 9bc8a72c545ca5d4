import { encode } from 'uqr'
import { shownCode } from '../../files/codes.ts'
import type { Issue, OfficialDocument } from './model.ts'
import { INK, INNER, PAGE, type Sheet } from './sheet.ts'

const FOOT = PAGE.height - PAGE.bottom + 14
const QR = 44
const SMALL = { size: 10 } as const

const WATERMARK = { size: 20, opacity: 0.06, angle: -30, across: 300, down: 230 }

/** Repeats a text across the page, below its content. */
export function drawWatermark(sheet: Sheet, text: string): void {
  const { doc } = sheet
  const style = { size: WATERMARK.size, face: 'hei' } as const
  const width = sheet.width(text, style)
  const across = Math.max(WATERMARK.across, width * 0.95)
  sheet.artifact('Layout', () => {
    doc.save().opacity(WATERMARK.opacity)
    for (let row = 0; row * WATERMARK.down < PAGE.height + 100; row += 1)
      for (let column = -1; column * across < PAGE.width; column += 1) {
        const x = column * across + (row % 2) * (across / 2) + 30
        const y = row * WATERMARK.down + 120
        doc.save().rotate(WATERMARK.angle, { origin: [x, y] })
        sheet.line(text, x, y, width, style)
        doc.restore()
      }
    doc.restore()
  })
}

/** Draws a code for cameras. Neighbouring dark squares of a row are one rectangle. */
function drawQr(sheet: Sheet, text: string, left: number, top: number): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const unit = QR / size
  data.forEach((row, y) => {
    for (let x = 0; x < size; x += 1) {
      const start = x
      while (row[x]) x += 1
      if (x > start) sheet.doc.rect(left + start * unit, top + y * unit, (x - start) * unit, unit)
    }
  })
  sheet.doc.fill(INK)
}

/** The address that the code for cameras leads to. */
export const checkAddress = ({ address, code }: Issue): string => `${address}?code=${code}`

function drawIssue(sheet: Sheet, issue: Issue): void {
  drawQr(sheet, checkAddress(issue), PAGE.left, FOOT + 7)
  const left = PAGE.left + QR + 10
  const shown = issue.address.replace(/^https?:\/\//, '')
  sheet.line(`核验码 ${shownCode(issue.code)}`, left, FOOT + 15, INNER, SMALL)
  sheet.line(`核验网址 ${shown}`, left, FOOT + 33, INNER, SMALL)
}

function fitted(sheet: Sheet, text: string, width: number): string {
  if (sheet.width(text, SMALL) <= width) return text
  const letters = [...text]
  while (letters.length > 1 && sheet.width(`${letters.join('')}…`, SMALL) > width) letters.pop()
  return `${letters.join('')}…`
}

function drawHeader(sheet: Sheet, { title, subject, isDraft }: OfficialDocument): void {
  const top = PAGE.top - 36
  const left = isDraft ? `${title}（草稿）` : title
  const used = sheet.width(left, SMALL) + 16
  sheet.line(left, PAGE.left, top, INNER, SMALL)
  sheet.line(fitted(sheet, subject, INNER - used), PAGE.left, top, INNER, { ...SMALL, align: 'right' })
  sheet.doc
    .moveTo(PAGE.left, top + 19)
    .lineTo(PAGE.left + INNER, top + 19)
    .lineWidth(0.75)
    .stroke(INK)
}

/** Draws header and footer of every page, once their number is known. The cover has no header. */
export function drawFrames(sheet: Sheet, document: OfficialDocument): void {
  const { count } = sheet.doc.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    sheet.doc.switchToPage(index)
    sheet.artifact('Pagination', () => {
      if (index > 0) drawHeader(sheet, document)
      sheet.doc
        .moveTo(PAGE.left, FOOT)
        .lineTo(PAGE.left + INNER, FOOT)
        .lineWidth(0.75)
        .stroke(INK)
      if (document.issue) drawIssue(sheet, document.issue)
      else if (document.isDraft) sheet.line('草稿，未签发核验码', PAGE.left, FOOT + 22, INNER, SMALL)
      sheet.line(`第 ${index + 1} 页　共 ${count} 页`, PAGE.left, FOOT + 22, INNER, {
        ...SMALL,
        align: 'right',
      })
    })
  }
}
