import type { SheetColumn } from './model.ts'

export type PasteColumn = SheetColumn & { isReadOnly?: boolean; isRowHeader?: boolean }

export interface Place {
  row: number
  column: number
}

/** The sheet that a block is pasted into. */
export interface PasteTarget {
  columns: readonly PasteColumn[]
  rowCount: number
  /** The cell where the block is pasted. */
  at: Place
  /** Editable rows. */
  isOpen: (row: number) => boolean
  /** Whether a row is known; by default all are. */
  isLoaded?: (row: number) => boolean
  /** The text of a cell as it is shown, and its stored value. */
  textAt: (place: Place) => string
  valueAt: (place: Place) => string
  /** Further texts that name the row of a cell, such as the number of a project. */
  keysAt?: (place: Place) => readonly string[]
}
