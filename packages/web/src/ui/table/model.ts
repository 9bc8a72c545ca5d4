import {
  type ColumnDef,
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  type Row as ModelRow,
  type ReactTable,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { type Column, MAX_WIDTH, MIN_WIDTH, plainOf, widthOf } from './column.ts'
import { orderedKeys, type TableLayout } from './layout.ts'

const features = tableFeatures({
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
})

type Features = typeof features
export type TableModel<Row extends object> = ReactTable<Features, Row>
export type TableRow<Row extends object> = ModelRow<Features, Row>

interface ModelOptions<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string | number
  layout: TableLayout
  selection: RowSelectionState
  onSelection: (next: RowSelectionState) => void
}

/** Column order and selected rows. */
export function useTableModel<Row extends object>({
  columns,
  rows,
  rowId,
  layout,
  selection,
  onSelection,
}: ModelOptions<Row>): TableModel<Row> {
  const defs = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<Features, Row> => ({
          id: column.key,
          accessorFn: (row) => plainOf(column, row),
          size: widthOf(column),
          minSize: MIN_WIDTH,
          maxSize: MAX_WIDTH,
        }),
      ),
    [columns],
  )
  const hidden = Object.fromEntries(columns.filter((column) => column.hidden).map(({ key }) => [key, false]))
  return useTable({
    features,
    columns: defs,
    data: rows,
    getRowId: (row: Row) => String(rowId(row)),
    state: {
      columnVisibility: { ...hidden, ...layout.visibility },
      columnOrder: orderedKeys(
        columns.map(({ key }) => key),
        layout.order,
      ),
      columnSizing: { ...layout.widths },
      rowSelection: selection,
    },
    onRowSelectionChange: (update) => onSelection(typeof update === 'function' ? update(selection) : update),
  })
}
