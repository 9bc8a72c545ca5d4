import { INNER, PAGE, type Sheet, type TextStyle } from '../official/sheet.ts'
import { drawLine, type Line, wordLines } from './lines.ts'
import type { Grid, Words } from './model.ts'

type Structure = PDFKit.PDFStructureElement

const RULE = '#8a96a5'
const HEAD = '#eef1f4'
const CAPTION = { size: 11, face: 'bold', align: 'center' } as const
const ACROSS = 5

interface Cell {
  lines: readonly Line[]
  style: TextStyle
}

/** Draws a ruled table. Rows are kept whole, and the head is repeated on each page. */
class GridDrawing {
  readonly #sheet: Sheet
  readonly #grid: Grid
  readonly #element: Structure
  readonly #widths: readonly number[]
  readonly #size: number

  constructor(sheet: Sheet, grid: Grid, element: Structure) {
    this.#sheet = sheet
    this.#grid = grid
    this.#element = element
    const total = grid.columns.reduce((sum, { share }) => sum + share, 0)
    this.#widths = grid.columns.map(({ share }) => (share / total) * INNER)
    this.#size = grid.isSmall ? 8 : 9.5
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
    const sheet = this.#sheet
    const element = sheet.doc.struct('Caption', {}, () =>
      sheet.line(caption, PAGE.left, sheet.top, INNER, CAPTION),
    )
    this.#element.add(element)
    element.end()
    sheet.top += 20
    this.#row(this.#head, 'TH')
  }

  get #head(): readonly Cell[] {
    return this.#laid(
      this.#grid.columns.map(({ caption }) => caption),
      true,
    )
  }

  draw(caption: string): void {
    const sheet = this.#sheet
    const rows = this.#grid.rows.map((row) => this.#laid(row, false))
    const first = rows[0]
    sheet.need(30 + this.#heightOf(this.#head) + (first ? this.#heightOf(first) : 0))
    sheet.top += 6
    this.#begin(caption)
    for (const row of rows) {
      if (this.#heightOf(row) > sheet.room) {
        sheet.newPage()
        this.#begin(`续${caption}`)
      }
      this.#row(row, 'TD')
    }
    sheet.top += 10
  }
}

export function drawGrid(sheet: Sheet, parent: Structure, grid: Grid, caption: string): void {
  const element = sheet.doc.struct('Table')
  parent.add(element)
  new GridDrawing(sheet, grid, element).draw(caption)
  element.end()
}
