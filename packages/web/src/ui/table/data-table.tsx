import './table.css'
import type { RowSelectionState } from '@tanstack/react-table'
import { type ReactNode, useState } from 'react'
import { Empty, Failed, Loading } from '../states.tsx'
import { useIsNarrow } from '../use-media.ts'
import { Cards } from './cards.tsx'
import { type Column, textOf } from './column.ts'
import { Grid } from './grid.tsx'
import { useTableLayout } from './layout.ts'
import { useTableModel } from './model.ts'
import { BatchBar, TableHeader } from './table-header.tsx'

/** Props of all tables. */
export interface TableProps<Row extends object> {
  /** Key of the saved layout; unique in the portal. */
  id: string
  title: string
  /** Whether the table is a section below a page heading. */
  isPart?: boolean
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string | number
  /** Accessible name of a row; by default its first column. */
  rowLabel?: (row: Row) => string
  /** Actions at the end of each row. */
  rowActions?: (row: Row) => ReactNode
  /** Width of that column, px. */
  actionsWidth?: number
  /** Actions on selected rows. Enables selection. */
  batch?: (rows: readonly Row[], clear: () => void) => ReactNode
  /** Buttons next to the title. */
  actions?: ReactNode
  /** Content between title and filters, such as tabs. */
  above?: ReactNode
  /** Text without rows. */
  empty?: string
}

interface DataTableProps<Row extends object> extends TableProps<Row> {
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  total: number
  /** Number of preceding rows. */
  before?: number
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  /** Whether all rows are local, so that every column is sortable. */
  isLocal?: boolean
  /** A change means other rows and clears the selection. */
  selectionKey?: string
  isFetching?: boolean
  error?: Error | null
  onRetry?: () => void
  /** Exports the filtered rows. */
  onExport?: (() => Promise<void>) | undefined
  filters?: ReactNode
  footer?: ReactNode
}

const NO_ROWS: readonly never[] = []
const CARDS_AT_MOST = 200

/** Selected rows; cleared when other rows are shown. */
function useSelection(key: string | undefined) {
  const [selection, setSelection] = useState<RowSelectionState>({})
  const [shownKey, setShownKey] = useState(key)
  if (shownKey !== key) {
    setShownKey(key)
    setSelection({})
  }
  return [selection, setSelection] as const
}

/** State of a table: model, layout and selection. */
function useTable<Row extends object>({
  id,
  columns,
  rows = NO_ROWS,
  rowId,
  selectionKey,
}: DataTableProps<Row>) {
  const [layout, setLayout] = useTableLayout(id)
  const [selection, setSelection] = useSelection(selectionKey)
  const table = useTableModel({ columns, rows, rowId, layout, selection, onSelection: setSelection })
  const chosen = rows.filter((row) => selection[String(rowId(row))])
  const resize = (key: string, width: number | undefined) => {
    const { [key]: _old, ...others } = layout.widths
    setLayout({ widths: width === undefined ? others : { ...others, [key]: width } })
  }
  return { table, layout, setLayout, chosen, clear: () => setSelection({}), resize }
}

/** The base table. Screens use QueryTable or LocalTable. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { title, columns, rows, batch, error, onRetry, rowActions, isFetching = false } = props
  const { table, layout, setLayout, chosen, clear, resize } = useTable(props)
  const isCards = useIsNarrow() && (rows?.length ?? 0) <= CARDS_AT_MOST
  const sorting = { sort: props.sort, onSort: props.onSort, isLocal: props.isLocal ?? false }
  const [first] = columns
  const rowLabel = props.rowLabel ?? ((row: Row) => (first ? textOf(first, row) : String(props.rowId(row))))
  const shared = { title, table, columns, isSelectable: Boolean(batch), rowLabel, rowActions }
  const empty = <Empty>{props.empty ?? '暂无数据'}</Empty>
  const cards = () => {
    if (rows === undefined) return <Loading />
    return rows.length === 0 ? empty : <Cards {...shared} />
  }
  const grid = () => (
    <Grid
      {...shared}
      {...sorting}
      chosen={chosen.length}
      isLoading={rows === undefined}
      isFetching={isFetching}
      total={props.total}
      before={props.before ?? 0}
      actionsWidth={props.actionsWidth ?? 120}
      onWidth={resize}
      empty={empty}
    />
  )
  const header = {
    title,
    isPart: props.isPart ?? false,
    table,
    columns,
    layout,
    onLayout: setLayout,
    isCards,
    onRetry,
    ...sorting,
  }
  return (
    <section className="card relative min-w-0 overflow-clip" aria-busy={isFetching}>
      <TableHeader {...header} actions={props.actions} onExport={props.onExport} />
      {props.above}
      {props.filters}
      {batch && chosen.length > 0 && (
        <BatchBar count={chosen.length} onClear={clear}>
          {batch(chosen, clear)}
        </BatchBar>
      )}
      <div className="relative border-line border-t">
        {isFetching && rows && <div className="table-progress" aria-hidden="true" />}
        {error ? <Failed error={error} onRetry={onRetry ?? (() => undefined)} /> : isCards ? cards() : grid()}
      </div>
      {props.footer}
    </section>
  )
}
