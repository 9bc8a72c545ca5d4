import './table.css'
import type { RowSelectionState } from '@tanstack/react-table'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../button.tsx'
import { Empty, Failed, Loading } from '../states.tsx'
import { useIsNarrow } from '../use-media.ts'
import { Cards } from './cards.tsx'
import { type Column, textOf } from './column.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { ExportButton } from './export-button.tsx'
import { Grid } from './grid.tsx'
import { useTableLayout } from './layout.ts'
import { useTableModel } from './model.ts'
import { SortMenu } from './sort-menu.tsx'

/** What every table takes, wherever its rows come from. */
export interface TableProps<Row extends object> {
  /** Names the table in this user's memory of columns and widths; unique in the portal. */
  id: string
  title: string
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string | number
  /** Names a row for screen readers; its first column otherwise. */
  rowLabel?: (row: Row) => string
  /** What stands at the end of each row, such as links. */
  rowActions?: (row: Row) => ReactNode
  /** Width of that column, px. */
  actionsWidth?: number
  /** What can be done with the chosen rows; its presence makes rows choosable. */
  batch?: (rows: readonly Row[], clear: () => void) => ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  /** Stands between the title and the filters, such as tabs. */
  above?: ReactNode
  /** Said when there are no rows. */
  empty?: string
}

interface DataTableProps<Row extends object> extends TableProps<Row> {
  /** None while they are on their way. */
  rows: readonly Row[] | undefined
  total: number
  /** Rows of the list before these. */
  before?: number
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  /** The rows are all here: every column can be sorted. */
  isLocal?: boolean
  /** When it changes, other rows are shown, and none of them is chosen. */
  selectionKey?: string
  isFetching?: boolean
  error?: Error | null
  onRetry?: () => void
  /** Writes what is filtered into a file. */
  onExport?: (() => Promise<void>) | undefined
  filters?: ReactNode
  footer?: ReactNode
}

const NO_ROWS: readonly never[] = []
const CARDS_AT_MOST = 200

/** The one table of the portal. Screens use QueryTable or LocalTable. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, rowId, batch, title, error, onRetry, sort, onSort, isLocal = false } = props
  const [layout, setLayout] = useTableLayout(props.id)
  const [selection, setSelection] = useState<RowSelectionState>({})
  const [selectionKey, setSelectionKey] = useState(props.selectionKey)
  if (selectionKey !== props.selectionKey) {
    setSelectionKey(props.selectionKey)
    setSelection({})
  }
  const isNarrow = useIsNarrow()
  const table = useTableModel({
    columns,
    rows: rows ?? NO_ROWS,
    rowId,
    layout,
    selection,
    onSelection: setSelection,
  })
  const [firstColumn] = columns
  const rowLabel =
    props.rowLabel ?? ((row: Row) => (firstColumn ? textOf(firstColumn, row) : String(rowId(row))))
  const chosen = (rows ?? NO_ROWS).filter((row) => selection[String(rowId(row))])
  const isCards = isNarrow && (rows?.length ?? 0) <= CARDS_AT_MOST
  const shared = {
    title,
    table,
    columns,
    isSelectable: Boolean(batch),
    rowLabel,
    rowActions: props.rowActions,
  }
  const resize = (key: string, width: number | undefined) => {
    const { [key]: _old, ...others } = layout.widths
    setLayout({ widths: width === undefined ? others : { ...others, [key]: width } })
  }
  const empty = <Empty>{props.empty ?? '暂无数据'}</Empty>

  return (
    <section className="card relative min-w-0 overflow-clip" aria-busy={props.isFetching}>
      <header className="flex flex-wrap items-center gap-2 px-4 py-3">
        <h1 className="mr-auto font-medium text-base">{title}</h1>
        {props.actions}
        <div className="flex items-center" data-print="none">
          {onRetry && <IconButton icon="refresh" label="刷新" onClick={onRetry} />}
          {props.onExport && <ExportButton onExport={props.onExport} />}
          {isCards ? (
            <SortMenu columns={columns} sort={sort} onSort={onSort} isLocal={isLocal} />
          ) : (
            <IconButton icon="print" label="打印" onClick={() => window.print()} />
          )}
          <ColumnsMenu table={table} columns={columns} layout={layout} onLayout={setLayout} />
        </div>
      </header>
      {props.above}
      {props.filters}
      {batch && chosen.length > 0 && (
        <div
          className="flex flex-wrap items-center gap-2 border-line border-t bg-brand-soft px-4 py-2 text-s"
          data-print="none"
        >
          <span className="mr-2" role="status">
            已选 {chosen.length} 项
          </span>
          {batch(chosen, () => setSelection({}))}
          <IconButton icon="close" label="取消选择" className="ml-auto" onClick={() => setSelection({})} />
        </div>
      )}
      <div className="relative border-line border-t">
        {props.isFetching && rows && <div className="table-progress" aria-hidden="true" />}
        {error ? (
          <Failed error={error} onRetry={onRetry ?? (() => undefined)} />
        ) : isCards ? (
          rows === undefined ? (
            <Loading />
          ) : rows.length === 0 ? (
            empty
          ) : (
            <Cards {...shared} />
          )
        ) : (
          <Grid
            {...shared}
            chosen={chosen.length}
            sort={sort}
            onSort={onSort}
            isLocal={isLocal}
            isLoading={rows === undefined}
            isFetching={props.isFetching ?? false}
            total={props.total}
            before={props.before ?? 0}
            actionsWidth={props.actionsWidth ?? 120}
            onWidth={resize}
            empty={empty}
          />
        )}
      </div>
      {props.footer}
    </section>
  )
}
