import type { ReactNode } from 'react'
import { figure } from '../../lib/figures.ts'

export type CellValue = string | number | boolean | null | undefined

/** One column of a table over rows of a kind. */
export interface Column<Row> {
  /** Unique in its table; what layouts are remembered by, and the property shown when there is no `value`. */
  key: string
  title: string
  /** Of a figure; stands behind the title. */
  unit?: string
  /** Figures stand to the right and are written with thousands apart. */
  kind?: 'text' | 'number'
  /** The plain value: what is copied, printed, sorted here, and shown when there is no `cell`. */
  value?: (row: Row) => CellValue
  /** How it is shown, where the plain value is not enough. */
  cell?: (row: Row) => ReactNode
  /** The server's name of the order, or true for the key itself. In a local table every column can be sorted unless this is false. */
  sort?: string | boolean
  /** Width at first, px. */
  width?: number
  /** Is shown only when the user asks for it. */
  hidden?: boolean
}

/** Types the columns of a table; keep the list at module level. */
export const columnsOf = <Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] => columns

export const MIN_WIDTH = 64
export const MAX_WIDTH = 720

const CHAR = 13
const PADDING = 44

export const titleOf = ({ title, unit }: { title: string; unit?: string }): string =>
  unit ? `${title}（${unit}）` : title

/** The width that a column begins with, px: its own, or one in which its title stands in one line. */
export function widthOf<Row>(column: Column<Row>): number {
  if (column.width) return column.width
  const ofTitle = titleOf(column).length * CHAR + PADDING
  return Math.max(ofTitle, column.kind === 'number' ? 110 : 140)
}

/** The plain value of a cell. */
export function plainOf<Row>(column: Column<Row>, row: Row): CellValue {
  if (column.value) return column.value(row)
  const value: unknown = (row as Readonly<Record<string, unknown>>)[column.key] // the key names a property then
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined
}

/** A cell in words, as it is shown, copied and printed. */
export function textOf<Row>(column: Column<Row>, row: Row): string {
  const value = plainOf(column, row)
  if (value === undefined || value === null || value === '') return '—'
  if (typeof value === 'boolean') return value ? '是' : '否'
  return typeof value === 'number' ? figure(value) : value
}

/** The order that the server knows a column by. */
export const sortKeyOf = <Row>({ sort, key }: Column<Row>): string | undefined =>
  sort === true ? key : sort || undefined
