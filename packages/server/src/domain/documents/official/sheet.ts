import PDFDocument from 'pdfkit'
import { fontFiles } from '../fonts.ts'
import { drawable, linesOf } from '../report/lines.ts'
import { THIN } from './figures.ts'

const MM = 72 / 25.4
/** A4 in points, with the margins of official documents. */
export const PAGE = {
  width: 210 * MM,
  height: 297 * MM,
  left: 28 * MM,
  right: 26 * MM,
  top: 37 * MM,
  bottom: 35 * MM,
} as const
export const INNER: number = PAGE.width - PAGE.left - PAGE.right
export const BODY_HEIGHT: number = PAGE.height - PAGE.top - PAGE.bottom
export const INK = '#000000'

export type Face = keyof typeof fontFiles

export interface TextStyle {
  size: number
  face?: Face
  align?: 'left' | 'center' | 'right' | 'full'
  color?: string
}

/** The part of the library's open font that its types omit. */
interface OpenedFont {
  font: { hasGlyphForCodePoint(codePoint: number): boolean }
}

const THIN_WIDTH = 0.2
/** Fallback face for characters that a face lacks. */
const SUBSTITUTE: Readonly<Record<Face, Face>> = { song: 'hei', hei: 'song', bold: 'song' }

interface Info {
  title: string
  author: string
  subject: string
  /** A digest of the content, from which the file's identifier follows. */
  digest: string
  date: Date
}

/** Pages of A4 with text in song and hei. Positions are in points from the top left corner. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument
  readonly #widths = new Map<string, number>()
  readonly #fonts = new Map<Face, OpenedFont['font']>()
  readonly #onPage: (sheet: Sheet) => void
  top: number = PAGE.top

  constructor(info: Info, onPage: (sheet: Sheet) => void) {
    this.doc = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      bufferPages: true,
      pdfVersion: '1.7',
      lang: 'zh-CN',
      displayTitle: true,
      tagged: true,
      info: {
        Title: info.title,
        Author: info.author,
        Subject: info.subject,
        Keywords: info.digest,
        CreationDate: info.date,
      },
    })
    for (const [name, read] of Object.entries(fontFiles)) this.doc.registerFont(name, read())
    this.#onPage = onPage
    onPage(this)
  }

  get room(): number {
    return PAGE.height - PAGE.bottom - this.top
  }

  /** Number of the current last page. */
  get page(): number {
    return this.doc.bufferedPageRange().count
  }

  newPage(): void {
    this.doc.addPage()
    this.top = PAGE.top
    this.#onPage(this)
  }

  /** Ensures room for a height, on a new page if necessary. */
  need(height: number): void {
    if (this.room < height) this.newPage()
  }

  #font(face: Face): OpenedFont['font'] {
    const known = this.#fonts.get(face)
    if (known) return known
    const { font } = (this.doc.font(face) as unknown as { _font: OpenedFont })._font // its document keeps the current font
    this.#fonts.set(face, font)
    return font
  }

  #has(face: Face, letter: string): boolean {
    return this.#font(face).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
  }

  #faceOf(letter: string, face: Face): Face {
    return this.#has(face, letter) ? face : SUBSTITUTE[face]
  }

  #measure(letter: string, size: number, face: Face): number {
    if (letter === THIN) return THIN_WIDTH * size
    const key = face + letter
    // Measured once, at 100 points.
    const known =
      this.#widths.get(key) ??
      this.doc.font(this.#faceOf(letter, face)).fontSize(100).widthOfString(letter, { features: [] })
    this.#widths.set(key, known)
    return (known * size) / 100
  }

  width(text: string, { size, face = 'song' }: TextStyle): number {
    return [...text].reduce((sum, letter) => sum + this.#measure(letter, size, face), 0)
  }

  /** Wraps text to the lines that are drawn. The first line leaves `indent` characters. */
  lines(text: string, width: number, { size, face = 'song' }: TextStyle, indent = 0): string[] {
    const clean = drawable(text, (code) => {
      const letter = String.fromCodePoint(code)
      return letter === THIN || this.#has(face, letter) || this.#has(SUBSTITUTE[face], letter)
    })
    const lines = linesOf('　'.repeat(indent) + clean, width, (letter) => this.#measure(letter, size, face))
    return lines.map((line, index) => (index === 0 ? line.slice(indent) : line))
  }

  /** Draws one line. A full line is justified over the width. */
  line(text: string, left: number, top: number, width: number, style: TextStyle): void {
    const { size, face = 'song', align = 'left', color = INK } = style
    const used = this.width(text, style)
    const gaps = [...text].length - 1
    const spacing = align === 'full' && gaps > 0 ? (width - used) / gaps : 0
    const offset = align === 'center' ? (width - used) / 2 : align === 'right' ? width - used : 0
    let x = left + offset
    let run = ''
    let runFace: Face = face
    const flush = () => {
      if (run === '') return
      this.doc.font(runFace).fontSize(size).fillColor(color)
      this.doc.text(run, x, top + size * 0.88, {
        lineBreak: false,
        baseline: 'alphabetic',
        characterSpacing: spacing,
        features: [],
      })
      x += this.width(run, { size, face: runFace }) + spacing * [...run].length
      run = ''
    }
    for (const letter of text) {
      const own = letter === THIN ? runFace : this.#faceOf(letter, face)
      if (letter === THIN || own !== runFace) flush()
      if (letter === THIN) x += THIN_WIDTH * size + spacing
      else {
        runFace = own
        run += letter
      }
    }
    flush()
  }

  /** Runs drawing that screen readers skip. */
  artifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    this.doc.markContent('Artifact', { type })
    draw()
    this.doc.endMarkedContent()
  }

  rule(top: number, weight: number, left: number = PAGE.left, width: number = INNER): void {
    this.artifact('Layout', () => {
      this.doc
        .moveTo(left, top)
        .lineTo(left + width, top)
        .lineWidth(weight)
        .stroke(INK)
    })
  }
}
