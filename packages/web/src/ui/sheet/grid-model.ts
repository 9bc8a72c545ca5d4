import type { ReactNode } from 'react'
import type { Place } from '../table/keyboard.ts'
import type { CellChange, SheetColumn } from './model.ts'

/** A rendered cell. */
export interface GridCell {
  text: string
  issue?: { level: 'error' | 'warning'; message: string } | undefined
  /** Has unsaved input. */
  isPending?: boolean
  /** Has a remark of a reviewer, shown as a corner. */
  remark?: 'open' | 'handled' | undefined
  /** Rendered as a tag with this tone. */
  tone?: 'good' | 'bad' | 'warning' | 'plain' | undefined
}

/** One column of a grid. */
export interface GridColumn<Row> extends SheetColumn {
  /** px */
  width: number
  /** Column letter in the workbook. */
  letter?: string | undefined
  /** Dictionary whose labels the editor suggests. Other text is accepted. */
  dict?: string | undefined
  isReadOnly?: boolean
  /** Whether the column is the row header. */
  isRowHeader?: boolean
  cell: (row: Row) => GridCell
  /** The stored value, where it differs from the cell's text. */
  value?: (row: Row) => string
  /** Further texts that name the row in a pasted block, such as the number of a project. */
  keys?: (row: Row) => readonly string[]
  /** Rendered instead of the cell's text. */
  content?: (row: Row) => ReactNode
}

/** One action on cells: typing, a paste, a fill or a deletion. */
export interface GridStep {
  before: readonly CellChange[]
  after: readonly CellChange[]
}

/** Imperative handle of a grid. */
export interface GridHandle {
  /** Scrolls to a cell and moves the cursor there; with `edit`, opens the editor. */
  show(place: Place, edit?: boolean): void
}

/** DOM id of a cell, unique in the page. */
export const cellId = (gridId: string, { row, column }: Place): string => `${gridId}-${row}-${column}`

const withUnit = (text: string, { unit, required }: SheetColumn) =>
  `${text}${unit ? `（${unit}）` : ''}${required ? ' *' : ''}`

/** The text in the head of a column. */
export const headText = (column: SheetColumn): string => withUnit(column.title, column)

/** The head of a column where its group is not in sight. */
export const fullHead = (column: SheetColumn): string => withUnit(column.caption ?? column.title, column)
