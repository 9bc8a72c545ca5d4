import type { NumberedBlock } from './numbering.ts'
import { BODY_HEIGHT, INNER, PAGE, type Sheet, type TextStyle } from './sheet.ts'
import { tagged } from './tagged.ts'

type Structure = PDFKit.PDFStructureElement
type Table = Extract<NumberedBlock, { kind: 'table' }>

const CAPTION = { size: 12, face: 'hei', align: 'center' } as const
const CELL = { size: 11, leading: 17, across: 4, along: 4 }
/** Tables with more columns have smaller letters. */
const MOST_WIDE = 8
const SMALL = 9
const NOTE = { size: 10 } as const
const RULE = { outer: 1.2, inner: 0.6 }

interface Cell {
  lines: readonly string[]
  style: TextStyle
}
type Laid = readonly Cell[]

const heightOf = (row: Laid) =>
  Math.max(...row.map(({ lines }) => lines.length)) * CELL.leading + 2 * CELL.along

/** Draws a three-rule table. Rows are kept whole, and the head is repeated on each page. */
class TableDrawing {
  readonly #sheet: Sheet
  readonly #table: Table
  readonly #element: Structure
  readonly #widths: readonly number[]
  readonly #head: Laid

  constructor(sheet: Sheet, table: Table, element: Structure) {
    this.#sheet = sheet
    this.#table = table
    this.#element = element
    const total = table.columns.reduce((sum, { share }) => sum + share, 0)
    this.#widths = table.columns.map(({ share }) => (share / total) * INNER)
    this.#head = this.#laid(
      table.columns.map(({ caption }) => caption),
      true,
    )
  }

  #laid(texts: readonly string[], isHead: boolean): Laid {
    return this.#table.columns.map(({ align = 'left' }, index) => {
      const style: TextStyle = {
        size: this.#table.columns.length > MOST_WIDE ? SMALL : CELL.size,
        face: isHead ? 'bold' : 'song',
        align: isHead ? 'center' : align,
      }
      const width = (this.#widths[index] ?? 0) - 2 * CELL.across
      return { style, lines: this.#sheet.lines(texts[index] ?? '', width, style) }
    })
  }

  #row(row: Laid, type: 'TH' | 'TD'): void {
    const sheet = this.#sheet
    const element = sheet.doc.struct('TR')
    this.#element.add(element)
    const height = heightOf(row)
    let left = PAGE.left
    row.forEach(({ lines, style }, index) => {
      const width = this.#widths[index] ?? 0
      const start = sheet.top + (height - lines.length * CELL.leading) / 2 + 2.5
      const x = left + CELL.across
      const cell = sheet.doc.struct(type, {}, () =>
        lines.forEach((line, at) => {
          sheet.line(line, x, start + at * CELL.leading, width - 2 * CELL.across, style)
        }),
      )
      element.add(cell)
      cell.end()
      left += width
    })
    element.end()
    sheet.top += height
  }

  #begin(caption: string): void {
    const sheet = this.#sheet
    tagged(sheet, this.#element, 'Caption', () => sheet.line(caption, PAGE.left, sheet.top, INNER, CAPTION))
    sheet.top += 20
    sheet.rule(sheet.top, RULE.outer)
    this.#row(this.#head, 'TH')
    sheet.rule(sheet.top, RULE.inner)
  }

  get #title(): string {
    const { number, caption } = this.#table
    return number ? `${number}　${caption}` : `表　${caption}`
  }

  #turn(): void {
    this.#sheet.rule(this.#sheet.top, RULE.outer)
    this.#sheet.newPage()
    this.#begin(`续${this.#title}`)
  }

  /** A row that is higher than a page is the only one that is divided. */
  #pieces(row: Laid): Laid[] {
    const most = Math.floor((BODY_HEIGHT - 20 - heightOf(this.#head) - 2 * CELL.along) / CELL.leading)
    const count = Math.ceil(Math.max(...row.map(({ lines }) => lines.length)) / most)
    return Array.from({ length: count }, (_, at) =>
      row.map((cell) => ({ ...cell, lines: cell.lines.slice(at * most, (at + 1) * most) })),
    )
  }

  draw(): void {
    const sheet = this.#sheet
    const { rows, note } = this.#table
    const laid = rows.flatMap((row) => this.#pieces(this.#laid(row, false)))
    const first = laid[0]
    sheet.need(28 + heightOf(this.#head) + (first ? heightOf(first) : 0))
    sheet.top += 8
    this.#begin(this.#title)
    for (const row of laid) {
      if (heightOf(row) > sheet.room) this.#turn()
      this.#row(row, 'TD')
    }
    sheet.rule(sheet.top, RULE.outer)
    sheet.top += 4
    if (note) this.#note(note)
    sheet.top += 8
  }

  #note(note: string): void {
    const sheet = this.#sheet
    const lines = sheet.lines(`注：${note}`, INNER, NOTE)
    sheet.need(lines.length * 16)
    tagged(sheet, this.#element, 'P', () =>
      lines.forEach((line, at) => {
        sheet.line(line, PAGE.left, sheet.top + at * 16, INNER, NOTE)
      }),
    )
    sheet.top += lines.length * 16
  }
}

export function drawTable(sheet: Sheet, parent: Structure, table: Table): void {
  const element = sheet.doc.struct('Table')
  parent.add(element)
  new TableDrawing(sheet, table, element).draw()
  element.end()
}
