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

/** What every table takes, wherever its rows come from. */
export interface TableProps<Row extends object> {
  /** Names the table in this user's memory of columns and widths; unique in the portal. */
  id: string
  title: string
  /** The page has a heading of its own, under which this table is one part. */
  isPart?: boolean
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

/** The rows that are chosen; none once other rows are shown. */
function useSelection(key: string | undefined) {
  const [selection, setSelection] = useState<RowSelectionState>({})
  const [shownKey, setShownKey] = useState(key)
  if (shownKey !== key) {
    setShownKey(key)
    setSelection({})
  }
  return [selection, setSelection] as const
}

/** The state of a table: its model, the user's layout and what is chosen. */
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

/** The one table of the portal. Screens use QueryTable or LocalTable. */
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
