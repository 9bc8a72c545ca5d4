import { INNER, PAGE, type Sheet, type TextStyle } from '../official/sheet.ts'
import { CAPTION_HEIGHT, drawCaption } from './caption.ts'
import { drawLine, type Line, wordLines } from './lines.ts'
import { type Grid, type Words, withSources } from './model.ts'

type Structure = PDFKit.PDFStructureElement

const RULE = '#8a96a5'
const HEAD = '#eef1f4'
const ACROSS = 5
const GAP = 6
/** A part of a table on a page has at least so many rows. */
const FEWEST = 2

interface Cell {
  lines: readonly Line[]
  style: TextStyle
}

/** Draws a ruled table. Rows are kept whole, and the head is repeated on each page. */
export class GridDrawing {
  readonly #sheet: Sheet
  readonly #grid: Grid
  readonly #element: Structure
  readonly #widths: readonly number[]
  readonly #size: number
  readonly #head: readonly Cell[]
  readonly #rows: readonly (readonly Cell[])[]

  constructor(sheet: Sheet, grid: Grid) {
    this.#sheet = sheet
    this.#grid = grid
    this.#element = sheet.doc.struct('Table')
    const total = grid.columns.reduce((sum, { share }) => sum + share, 0)
    this.#widths = grid.columns.map(({ share }) => (share / total) * INNER)
    this.#size = grid.isSmall ? 8 : 9.5
    this.#head = this.#laid(
      grid.columns.map(({ caption }) => caption),
      true,
    )
    this.#rows = grid.rows.map((row) => this.#laid(row, false))
  }

  get #leading(): number {
    return this.#size * 1.5
  }

  #laid(cells: readonly Words[], isHead: boolean): readonly Cell[] {
    return this.#grid.columns.map(({ align }, at) => {
      const style: TextStyle = { size: this.#size, face: 'hei', align: isHead ? 'center' : align }
      const width = (this.#widths[at] ?? 0) - 2 * ACROSS
      return { style, lines: wordLines(this.#sheet, cells[at] ?? [], width, style) }
    })
  }

  #heightOf(row: readonly Cell[]): number {
    return Math.max(...row.map(({ lines }) => lines.length)) * this.#leading + 7
  }

  #frame(height: number, isHead: boolean): void {
    const { doc, top } = this.#sheet
    this.#sheet.artifact('Layout', () => {
      if (isHead) doc.rect(PAGE.left, top, INNER, height).fill(HEAD)
      let left: number = PAGE.left
      for (const width of this.#widths) {
        doc.rect(left, top, width, height).lineWidth(0.6).stroke(RULE)
        left += width
      }
    })
  }

  #row(row: readonly Cell[], type: 'TH' | 'TD'): void {
    const sheet = this.#sheet
    const height = this.#heightOf(row)
    this.#frame(height, type === 'TH')
    const element = sheet.doc.struct('TR')
    this.#element.add(element)
    let left: number = PAGE.left
    row.forEach(({ lines, style }, index) => {
      const width = this.#widths[index] ?? 0
      const cell = sheet.doc.struct(type)
      element.add(cell)
      const start = sheet.top + (height - lines.length * this.#leading) / 2 + this.#size * 0.2
      lines.forEach((line, at) => {
        const place = { left: left + ACROSS, top: start + at * this.#leading, width: width - 2 * ACROSS }
        drawLine(sheet, cell, line, place, style)
      })
      cell.end()
      left += width
    })
    element.end()
    sheet.top += height
  }

  #begin(caption: string): void {
    drawCaption(this.#sheet, this.#element, withSources(caption, this.#grid.sources))
    this.#row(this.#head, 'TH')
  }

  #heightOfAll(rows: readonly (readonly Cell[])[]): number {
    return rows.reduce((sum, row) => sum + this.#heightOf(row), 0)
  }

  /** Height of what is not divided at its beginning. */
  get start(): number {
    return GAP + CAPTION_HEIGHT + this.#heightOfAll([this.#head, ...this.#rows.slice(0, FEWEST)])
  }

  draw(parent: Structure, caption: string): void {
    const [sheet, rows] = [this.#sheet, this.#rows]
    parent.add(this.#element)
    sheet.need(this.start)
    sheet.top += GAP
    this.#begin(caption)
    rows.forEach((row, at) => {
      // The last rows stay together.
      const next = at >= rows.length - FEWEST ? rows.slice(at) : [row]
      if (this.#heightOfAll(next) > sheet.room) {
        sheet.newPage()
        this.#begin(`${caption}（续）`)
      }
      this.#row(row, 'TD')
    })
    sheet.top += 10
    this.#element.end()
  }
}
