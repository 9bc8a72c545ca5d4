import PDFDocument from 'pdfkit'
import { fontFiles } from '../fonts.ts'
import { drawable, linesOf } from './lines.ts'

const fonts = { regular: fontFiles.hei(), bold: fontFiles.bold() }

export type Weight = keyof typeof fonts
export type Colour = 'ink' | 'soft'

const COLOURS: Readonly<Record<Colour, string>> = { ink: '#1a222d', soft: '#56616e' }
const RULE = '#98a2ad'
const SHADE = '#f1f4f7'

/** A4 in points. The foot is below the bottom margin. */
export const PAGE = { width: 595.28, height: 841.89, left: 48, top: 50, bottom: 60 }
export const INNER: number = PAGE.width - 2 * PAGE.left

/** The part of the library's open font that its types leave out. */
interface OpenedFont {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } }
}

interface TextStyle {
  size: number
  weight?: Weight
  colour?: Colour
  align?: 'left' | 'center' | 'right'
}

/** Pages of A4 with text of measured width. Positions are in points from the top left corner. */
export class Paper {
  readonly doc: PDFKit.PDFDocument
  readonly #widths = new Map<string, number>()
  top: number = PAGE.top

  constructor(info: { title: string; author: string; printedAt: Date }) {
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      pdfVersion: '1.7',
      lang: 'zh-CN',
      displayTitle: true,
      tagged: true,
      info: { Title: info.title, Author: info.author, CreationDate: info.printedAt },
    })
    for (const [name, font] of Object.entries(fonts)) this.doc.registerFont(name, font)
  }

  /** Space left on the page. */
  get room(): number {
    return PAGE.height - PAGE.bottom - this.top
  }

  newPage(): void {
    this.doc.addPage()
    this.top = PAGE.top
  }

  /** Ensures room for a height, on a new page if necessary. */
  need(height: number): void {
    if (this.room < height) this.newPage()
  }

  #measure(letter: string, size: number, weight: Weight): number {
    const key = weight + letter
    // Measured once, at 100 points.
    const known = this.#widths.get(key) ?? this.doc.font(weight).fontSize(100).widthOfString(letter)
    this.#widths.set(key, known)
    return (known * size) / 100
  }

  /** Wraps text to the lines that are drawn. */
  lines(text: string, width: number, { size, weight = 'regular' }: TextStyle): string[] {
    const { font } = (this.doc.font(weight) as unknown as OpenedFont)._font // its document keeps the current font
    const clean = drawable(text, (codePoint) => font.hasGlyphForCodePoint(codePoint))
    return linesOf(clean, width, (letter) => this.#measure(letter, size, weight))
  }

  /** Draws one line, which must fit. */
  line(text: string, left: number, top: number, width: number, style: TextStyle): void {
    const { size, weight = 'regular', colour = 'ink', align = 'left' } = style
    const used = [...text].reduce((sum, letter) => sum + this.#measure(letter, size, weight), 0)
    const offset = { left: 0, center: (width - used) / 2, right: width - used }[align]
    this.doc
      .font(weight)
      .fontSize(size)
      .fillColor(COLOURS[colour])
      .text(text, left + offset, top, { lineBreak: false })
  }

  /** Draws a frame, which readers of the structure skip. */
  box(left: number, top: number, width: number, height: number, isShaded = false): void {
    this.doc.markContent('Artifact', { type: 'Layout' })
    this.doc.rect(left, top, width, height).lineWidth(0.5)
    if (isShaded) this.doc.fillAndStroke(SHADE, RULE)
    else this.doc.stroke(RULE)
    this.doc.endMarkedContent()
  }
}
