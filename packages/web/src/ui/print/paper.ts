import { type Column, textOf, titleOf } from '../table/column.ts'

/** Room of an A4 page between its margins, px at 96 a inch. */
const PORTRAIT = 688
const LANDSCAPE = 1017
/** Width of the numbers of rows, px. */
export const NUMBER_WIDTH = 34

/** Text of 9 pt: widths of a Chinese character and of what is narrower, px. */
const WIDE = 12
const NARROW = 6.8
const GAPS = 10

const NAME = 180
const LONG = 130
/** What a cell draws without a plain value may be anything, mostly a tag. */
const DRAWN = 92

const widthOf = (text: string): number =>
  [...text].reduce((width, letter) => width + (letter >= '\u2000' ? WIDE : NARROW), 0)

/** The longest part of a text that no line can break: Chinese breaks after each character. */
const unbreakable = (text: string): number =>
  Math.max(0, ...text.split(/[\s\u2000-\uffff]+/).map((part) => part.length * NARROW))

const longest = (texts: readonly string[], of: (text: string) => number) => Math.max(0, ...texts.map(of))

/** Width in px that a column needs on paper. Long texts take several lines, figures and days one. */
function needOf<Row>(column: Column<Row>, rows: readonly Row[], isKey: boolean): number {
  // A caption may take two lines.
  const ofTitle = Math.max(widthOf(titleOf(column)) / 2 + WIDE, unbreakable(titleOf(column)))
  const isDrawn = column.cell !== undefined && column.value === undefined
  const texts = isDrawn ? [] : rows.map((row) => textOf(column, row))
  const whole = isDrawn ? DRAWN : longest(texts, widthOf)
  const most = isKey ? NAME : LONG
  return Math.ceil(Math.max(ofTitle, Math.min(whole, most), longest(texts, unbreakable))) + GAPS
}

export interface PaperColumn<Row> {
  column: Column<Row>
  /** Share of the page's width, px. */
  width: number
}

/** How a table lies on A4 pages. */
export interface Paper<Row> {
  isLandscape: boolean
  /** The columns of each part. A table that is too wide is split, each part with the key column. */
  parts: readonly (readonly PaperColumn<Row>[])[]
}

/** Spreads the room that is left over the columns of text, most of it to the first. */
function filled<Row>(columns: readonly PaperColumn<Row>[], room: number): PaperColumn<Row>[] {
  const left = room - columns.reduce((sum, { width }) => sum + width, 0)
  const texts = columns.filter(({ column }, at) => at > 0 && column.kind !== 'number').length
  const share = texts === 0 ? 0 : left / (texts + 2)
  return columns.map(({ column, width }, at) => {
    if (at === 0) return { column, width: width + left - share * texts }
    return { column, width: column.kind === 'number' ? width : width + share }
  })
}

/** Lays the columns of a table out on portrait pages, else on landscape pages, else in parts. */
export function paperOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Paper<Row> {
  const needs = columns.map((column, at) => ({ column, width: needOf(column, rows, at === 0) }))
  const [key, ...others] = needs
  if (!key) return { isLandscape: false, parts: [] }
  const total = needs.reduce((sum, { width }) => sum + width, NUMBER_WIDTH)
  const isLandscape = total > PORTRAIT
  const room = (isLandscape ? LANDSCAPE : PORTRAIT) - NUMBER_WIDTH
  const parts: PaperColumn<Row>[][] = []
  let [part, used] = [[key], key.width]
  for (const each of others) {
    if (part.length > 1 && used + each.width > room) {
      parts.push(part)
      ;[part, used] = [[key], key.width]
    }
    part.push(each)
    used += each.width
  }
  return { isLandscape, parts: [...parts, part].map((each) => filled(each, room)) }
}
