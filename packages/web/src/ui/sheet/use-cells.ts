import type { Place } from '../table/keyboard.ts'
import type { GridColumn, GridStep } from './grid-model.ts'
import type { CellChange, SheetColumn } from './model.ts'

export interface CellsOptions<Row> {
  columns: readonly GridColumn<Row>[]
  rowCount: number
  rowAt: (index: number) => Row | undefined
  /** Whether a row is editable. */
  isOpen: (row: Row) => boolean
  /** Absent: the grid is read-only. */
  onChange: ((changes: readonly CellChange[]) => void) | undefined
  /** Called after a complete action, so that it can be undone. */
  onStep: ((step: GridStep) => void) | undefined
}

/** The cells of a grid, independent of the shape of its rows. */
export interface Cells {
  columns: readonly (SheetColumn & { isReadOnly?: boolean; isRowHeader?: boolean })[]
  rowCount: number
  textAt(place: Place): string
  /** The stored value. */
  valueAt(place: Place): string
  /** Further texts that name the row of a cell. */
  keysAt(place: Place): readonly string[]
  /** Whether a row has been loaded. */
  isRowKnown(row: number): boolean
  isRowOpen(row: number): boolean
  takesInput(place: Place): boolean
  /** Writes changes as one step. Cells that keep their value are not part of it. */
  write(changes: readonly CellChange[]): void
  /** Writes without recording a step. */
  preview(changes: readonly CellChange[]): void
  record(step: GridStep): void
}

/** Reading and writing the cells of a grid. */
export function cellsOf<Row>(options: CellsOptions<Row>): Cells {
  const { columns, rowCount, rowAt, isOpen, onChange, onStep } = options
  const textAt = ({ row, column }: Place): string => {
    const record = rowAt(row)
    return (record && columns[column]?.cell(record).text) ?? ''
  }
  const valueAt = (place: Place): string => {
    const record = rowAt(place.row)
    const column = columns[place.column]
    if (!record || !column) return ''
    return column.value ? column.value(record) : column.cell(record).text
  }
  const isRowOpen = (row: number) => {
    const record = rowAt(row)
    return onChange !== undefined && record !== undefined && isOpen(record)
  }
  const columnAt = (name: string) => columns.findIndex((column) => column.name === name)
  const write = (changes: readonly CellChange[]) => {
    const before = changes.map(({ row, name }) => ({
      row,
      name,
      value: valueAt({ row, column: columnAt(name) }),
    }))
    const isChanged = (_change: CellChange, at: number) => before[at]?.value !== changes[at]?.value
    const after = changes.filter(isChanged)
    if (after.length === 0) return
    onChange?.(after)
    onStep?.({ before: before.filter(isChanged), after })
  }
  return {
    columns,
    rowCount,
    textAt,
    valueAt,
    keysAt: ({ row, column }) => {
      const record = rowAt(row)
      return (record && columns[column]?.keys?.(record)) ?? []
    },
    isRowKnown: (row) => rowAt(row) !== undefined,
    isRowOpen,
    takesInput: ({ row, column }: Place) => isRowOpen(row) && columns[column]?.isReadOnly !== true,
    write,
    preview: (changes) => onChange?.(changes),
    record: (step) => onStep?.(step),
  }
}
