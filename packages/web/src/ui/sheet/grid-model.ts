import type { ReactNode } from 'react'
import type { Place } from '../table/keyboard.ts'
import type { SheetColumn } from './model.ts'

/** A cell as it is drawn. */
export interface GridCell {
  text: string
  issue?: { level: 'error' | 'warning'; message: string } | undefined
  /** Was typed, and is not stored yet. */
  isPending?: boolean
  /** Looks like a tag with this tone. */
  tone?: 'good' | 'bad' | 'warning' | 'plain' | undefined
}

/** One column of a grid. */
export interface GridColumn<Row> extends SheetColumn {
  /** px */
  width: number
  /** Of the column in the workbook. */
  letter?: string | undefined
  /** Offers this dictionary's labels while it is typed in. */
  dict?: string | undefined
  isReadOnly?: boolean
  /** Names its row. */
  isRowHeader?: boolean
  cell: (row: Row) => GridCell
  /** Drawn in place of the cell's text. */
  content?: (row: Row) => ReactNode
}

/** What stands around a grid moves it by this. */
export interface GridHandle {
  /** Brings a cell into sight and puts the cursor on it; with `edit`, opens it. */
  show(place: Place, edit?: boolean): void
}

/** The name of the cell at a place, unique in the page. */
export const cellId = (gridId: string, { row, column }: Place): string => `${gridId}-${row}-${column}`

const withUnit = (text: string, { unit, required }: SheetColumn) =>
  `${text}${unit ? `（${unit}）` : ''}${required ? ' *' : ''}`

/** The text in the head of a column. */
export const headText = (column: SheetColumn): string => withUnit(column.title, column)

/** The head of a column where its group is not in sight. */
export const fullHead = (column: SheetColumn): string => withUnit(column.caption ?? column.title, column)
