import { columnDecimals, grouped, quantity } from '@xinchu/validators'
import type { ReactNode } from 'react'
import { figure } from '../../lib/figures.ts'

export type CellValue = string | number | boolean | null | undefined

/** One column of a table. */
export interface Column<Row> {
  /** Unique in its table. Key of saved layouts, and the shown property if there is no `value`. */
  key: string
  title: string
  /** Unit of a figure, shown after the title. */
  unit?: string
  /**
   * A name takes the width that others leave, in two lines. Figures are right-aligned with thousands separators. A column of
   * chips is left out while no row has one.
   */
  kind?: 'name' | 'text' | 'number' | 'chips'
  /** A published quantity, in the number style of its unit. */
  isPublished?: boolean
  /** Formats the figures, in place of the style of their unit. */
  format?: ((value: number) => string) | undefined
  /** Plain value for copy, print and local sorting, and shown if there is no `cell`. */
  value?: (row: Row) => CellValue
  /** Rendered content, if the plain value is not enough. */
  cell?: (row: Row) => ReactNode
  /** Server's sort key, or true for `key`. In a local table, every column is sortable unless this is false. */
  sort?: string | boolean
  /** Initial width, px. */
  width?: number
  /** Width in a narrow table, px. */
  tight?: number
  /** 4 leaves a narrow table first, 1 never. A column without a rank leaves first; without any rank none leaves. */
  rank?: 1 | 2 | 3 | 4
  /** Takes the leftover width. Without such a column all columns of text share it. */
  grows?: boolean
  /** Hidden by default. */
  hidden?: boolean
}

/** Types the columns of a table. Keep the list at module level. */
export const columnsOf = <Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] => columns

export const MIN_WIDTH = 56
export const MAX_WIDTH = 720

const CHAR = 13
const PADDING = 44

export const titleOf = ({ title, unit }: { title: string; unit?: string }): string =>
  unit ? `${title}（${unit}）` : title

/** Least width of a name, px. Columns leave until it has it. */
export const NAME_LEAST = 220

/** Initial width of a column in px: its own, or enough for its title in one line. */
export function widthOf<Row>(column: Column<Row>): number {
  if (column.width) return column.width
  if (column.kind === 'name') return NAME_LEAST
  const ofTitle = titleOf(column).length * CHAR + PADDING
  return Math.max(ofTitle, column.kind === 'number' ? 110 : 140)
}

// Narrow letters take about half of a Chinese character.
const textWidth = (text: string) => {
  let width = 0
  for (const letter of text)
    width += letter >= '\u2000' ? CHAR : /[A-Z]/.test(letter) ? CHAR * 0.8 : CHAR * 0.6
  return width
}

const GAPS = 28
/** A cell's look, such as a tag's frame, may need more than its plain text. */
const LOOK = 16

/** Width in px that the title and the given rows need in a column, at most its initial one. */
export function needOf<Row>(column: Column<Row>, rows: readonly Row[]): number {
  const width = widthOf(column)
  // Without a `value`, a cell may show something else than its property, such as the label of a code.
  if (rows.length === 0 || (column.cell && !column.value)) return width
  const texts = rows.map((row) => textWidth(textOf(column, row)))
  const ofCells = Math.max(...texts) + GAPS + (column.cell ? LOOK : 0)
  const ofTitle = textWidth(column.unit ? `${column.title} ${column.unit}` : column.title) + GAPS
  return Math.min(width, Math.ceil(Math.max(ofCells, ofTitle, MIN_WIDTH)))
}

/** Plain value of a cell. */
export function plainOf<Row>(column: Column<Row>, row: Row): CellValue {
  if (column.value) return column.value(row)
  const value: unknown = (row as Readonly<Record<string, unknown>>)[column.key] // the key names a property then
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined
}

/** Text of a cell for display, copy and print. */
export function textOf<Row>(column: Column<Row>, row: Row): string {
  const value = plainOf(column, row)
  if (value === undefined || value === null || value === '') return column.kind === 'chips' ? '' : '—'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value !== 'number') return value
  if (column.format) return column.format(value)
  return column.isPublished ? quantity(value, column.unit ?? '') : figure(value)
}

/** Whether a column's figures are shown with a common number of decimals. */
const isAligned = <Row>({ kind, format, isPublished, cell }: Column<Row>) =>
  kind === 'number' && !format && !isPublished && !cell

/** Decimals of the figures of each column, for these rows and totals. */
export function decimalsIn<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  totals: Readonly<Record<string, number | undefined>> = {},
): ReadonlyMap<string, number> {
  const figuresOf = (column: Column<Row>) => {
    const values = rows.map((row) => plainOf(column, row))
    return [...values, totals[column.key]].filter((value) => typeof value === 'number')
  }
  return new Map(
    columns.filter(isAligned).map((column) => [column.key, columnDecimals(figuresOf(column), column.unit)]),
  )
}

/** Text of a cell as the table shows it. Its tooltip and a copy have the stored value. */
export function shownOf<Row>(column: Column<Row>, row: Row, decimals: ReadonlyMap<string, number>): string {
  const most = decimals.get(column.key)
  const value = plainOf(column, row)
  return most !== undefined && typeof value === 'number' ? grouped(value, most, most) : textOf(column, row)
}

/** The server's sort key of a column. */
export const sortKeyOf = <Row>({ sort, key }: Column<Row>): string | undefined =>
  sort === true ? key : sort || undefined
