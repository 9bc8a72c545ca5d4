import { type Column, textOf, titleOf } from '../table/column.ts'

/** Room of an A4 page between its margins, px at 96 a inch. */
const PORTRAIT = 688
const LANDSCAPE = 1017
/** Width of the numbers of rows, px. */
export const NUMBER_WIDTH = 34

/** Text of 9 pt: widths of a Chinese character and of what is narrower, px. */
const WIDE = 12
const NARROW = 6.8
const GAPS = 14

const NAME = 150
const LONG = 96
/** A cell without a plain value may draw more than its property, such as the label of a code. */
const DRAWN = 92

const widthOf = (text: string): number =>
  [...text].reduce((width, letter) => width + (letter >= '\u2000' ? WIDE : NARROW), 0)

/** The longest part of a text that no line can break: Chinese breaks after each character. */
const unbreakable = (text: string): number =>
  Math.max(0, ...text.split(/[\s\u2000-\uffff]+/).map((part) => part.length * NARROW))

const longest = (texts: readonly string[], of: (text: string) => number) => Math.max(0, ...texts.map(of))

interface Need<Row> {
  column: Column<Row>
  /** Least width: long texts take several lines, figures and days one. */
  width: number
  /** Width for all of its texts in one line. */
  whole: number
}

/** Widths in px of a column on paper. */
function needOf<Row>(column: Column<Row>, rows: readonly Row[], isKey: boolean): Need<Row> {
  // A caption may take two lines.
  const ofTitle = Math.max(widthOf(titleOf(column)) / 2 + WIDE, unbreakable(titleOf(column)))
  const isDrawn = column.cell !== undefined && column.value === undefined
  const texts = rows.map((row) => textOf(column, row))
  const whole = Math.max(isDrawn ? DRAWN : 0, longest(texts, widthOf))
  const least = Math.max(ofTitle, Math.min(whole, isKey ? NAME : LONG), longest(texts, unbreakable))
  const width = Math.ceil(least) + GAPS
  return { column, width, whole: Math.max(width, Math.ceil(whole) + GAPS) }
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

/** Spreads the room that is left over the columns that lack it, and the rest to the first one. */
function filled<Row>(columns: readonly Need<Row>[], room: number): PaperColumn<Row>[] {
  const left = room - columns.reduce((sum, { width }) => sum + width, 0)
  const lacking = columns.reduce((sum, { width, whole }) => sum + whole - width, 0)
  const part = lacking === 0 ? 0 : Math.min(1, Math.max(0, left) / lacking)
  const rest = left - part * lacking
  return columns.map(({ column, width, whole }, at) => ({
    column,
    width: width + part * (whole - width) + (at === 0 ? rest : 0),
  }))
}

/** Lays the columns of a table out on portrait pages, else on landscape pages, else in parts. */
export function paperOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Paper<Row> {
  const needs = columns.map((column, at) => needOf(column, rows, at === 0))
  const [key, ...others] = needs
  if (!key) return { isLandscape: false, parts: [] }
  const total = needs.reduce((sum, { width }) => sum + width, NUMBER_WIDTH)
  const isLandscape = total > PORTRAIT
  const room = (isLandscape ? LANDSCAPE : PORTRAIT) - NUMBER_WIDTH
  const parts: Need<Row>[][] = []
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
