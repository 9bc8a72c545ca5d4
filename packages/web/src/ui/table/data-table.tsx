import './table.css'
import type { RowSelectionState } from '@tanstack/react-table'
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useState } from 'react'
import { Empty, Failed, Loading } from '../states.tsx'
import { useIsNarrow } from '../use-media.ts'
import { BatchBar } from './batch-bar.tsx'
import { Cards } from './cards.tsx'
import { type Column, textOf } from './column.ts'
import type { Export } from './export-button.tsx'
import { Grid } from './grid.tsx'
import type { Sorting } from './head.tsx'
import { type Preset, type TableLayout, useTableLayout } from './layout.ts'
import { LeftColumnsContext } from './left-out.tsx'
import { type TableModel, useTableModel } from './model.ts'
import { Outdated } from './outdated.tsx'
import type { RowAction } from './row-action.ts'
import { TableHeader } from './table-header.tsx'
import { type Totals, totalsOf } from './totals.ts'
import { useNeededColumns } from './use-needed-columns.ts'
import { type PaperSource, usePrintedList } from './use-printed-list.tsx'
import type { Selection } from './use-selection.ts'

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
  /** Actions in the menu of a row: by right click, by its button, or by `.` in one of its cells. */
  rowMenu?: (row: Row) => readonly RowAction[]
  /** Measure word of the rows. */
  counter?: string
  /** Actions on selected rows. Enables selection. */
  batch?: (rows: readonly Row[], clear: () => void) => ReactNode
  /** Buttons next to the title. */
  actions?: ReactNode
  /** Content next to the title, such as chips. */
  beside?: ReactNode
  /** Content between title and filters, such as tabs. */
  above?: ReactNode
  /** Text without rows. */
  empty?: string
  /** Suggested action in a list without rows. */
  emptyAction?: ReactNode
  /** The preset of the columns, if they depend on the reader. */
  preset?: Preset
}

interface DataTableProps<Row extends object> extends TableProps<Row> {
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  /** Number of rows that are awaited while loading; 10 by default. */
  awaited?: number
  total: number
  /** Number of preceding rows. */
  before?: number
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  /** Whether all rows are local, so that every column is sortable. */
  isLocal?: boolean
  selection: Selection<Row>
  /** Number of selected rows that the current filters leave out. */
  outside?: number
  /** Selects all rows under the current filters. */
  onSelectAll?: (() => Promise<void>) | undefined
  isFetching?: boolean
  error?: Error | null
  /** When the rows were loaded, milliseconds since 1970. */
  loadedAt?: number
  onRetry?: () => void
  /** Exports the filtered rows. */
  onExport?: Export | undefined
  /** Whether an export has the columns and the order of the list. */
  isExportOrdered?: boolean
  filters?: ReactNode
  footer?: ReactNode
  /** Sums of all rows by column. */
  sums?: Totals['sums'] | undefined
  /** Whether a row of the list has chips, if that is known. */
  marked?: boolean | undefined
  /** What its pages say when it is printed. */
  paper?: PaperSource<Row>
}

const NO_ROWS: readonly never[] = []
const CARDS_AT_MOST = 200
const AWAITED = 10

/** State of a table: model, layout and selection. */
function useTable<Row extends object>({
  id,
  preset,
  columns,
  rows = NO_ROWS,
  rowId,
  selection,
  isLocal = false,
}: DataTableProps<Row>) {
  const [layout, setLayout] = useTableLayout(id, preset)
  const { rows: picked, change } = selection
  const here = useMemo(
    () => (picked.size === 0 ? [] : rows.filter((row) => picked.has(String(rowId(row))))),
    [rows, rowId, picked],
  )
  const chosen = useMemo(() => {
    // All rows of a local table are here; the others are those that a search leaves out.
    if (isLocal) return here
    const current = new Map(here.map((row) => [String(rowId(row)), row]))
    return [...picked].map(([key, row]) => current.get(key) ?? row)
  }, [isLocal, here, picked, rowId])
  const model = useMemo<RowSelectionState>(
    () => Object.fromEntries([...picked.keys()].map((key) => [key, true])),
    [picked],
  )
  const select = (next: RowSelectionState) => {
    const kept = [...picked].filter(([key]) => next[key])
    const added = rows.flatMap((row): [string, Row][] => {
      const key = String(rowId(row))
      return next[key] && !picked.has(key) ? [[key, row]] : []
    })
    change(new Map([...kept, ...added]))
  }
  const table = useTableModel({ columns, rows, rowId, layout, selection: model, onSelection: select })
  const resize = (key: string, width: number | undefined) => {
    const { [key]: _old, ...others } = layout.widths
    setLayout({ widths: width === undefined ? others : { ...others, [key]: width } })
  }
  return { table, layout, setLayout, chosen, here: here.length, clear: () => change(new Map()), resize }
}

interface BatchProps<Row extends object> {
  props: DataTableProps<Row>
  chosen: readonly Row[]
  /** How many of them are on this page. */
  here: number
  clear: () => void
  isCards: boolean
}

/** Actions on the selected rows, if the table has any. */
function Batch<Row extends object>({ props, chosen, here, clear, isCards }: BatchProps<Row>) {
  if (!props.batch) return null
  return (
    <BatchBar
      count={chosen.length}
      here={here}
      outside={props.outside ?? 0}
      total={props.total}
      counter={props.counter ?? '条'}
      onSelectAll={props.onSelectAll}
      onClear={clear}
      isCards={isCards}
    >
      {props.batch(chosen, clear)}
    </BatchBar>
  )
}

interface BodyProps<Row extends object> extends DataTableProps<Row> {
  table: TableModel<Row>
  rowLabel: (row: Row) => string
  sorting: Sorting
  chosen: readonly Row[]
  /** How many of them are on this page. */
  here: number
  layout: TableLayout
  isCards: boolean
  resize: (key: string, width: number | undefined) => void
  onLeft: (count: number) => void
  onPrint: () => void
}

/** Drops a selection on Esc. */
const dropsOn = (isAny: boolean, clear: () => void) => (event: KeyboardEvent<HTMLElement>) => {
  // Events of dialogs and menus also bubble here, through the tree of components.
  if (event.key !== 'Escape' || event.defaultPrevented || !isAny) return
  if (event.target instanceof Node && event.currentTarget.contains(event.target)) clear()
}

/** What a table shows in place of rows, or its rows as cards or as a grid. */
function Body<Row extends object>(props: BodyProps<Row>) {
  const { rows, error, onRetry, isCards, table, columns, rowLabel, sorting, chosen, here, layout } = props
  const { title, rowActions, rowMenu, isFetching = false } = props
  const shared = { title, table, columns, isSelectable: Boolean(props.batch), rowLabel, rowActions, rowMenu }
  const totals = useMemo(() => totalsOf(props, chosen), [props, chosen])
  const empty = <Empty action={props.emptyAction}>{props.empty ?? '暂无数据'}</Empty>
  if (error && !rows) return <Failed error={error} onRetry={onRetry ?? (() => undefined)} />
  if (isCards && rows === undefined) return <Loading />
  if (isCards) return rows?.length === 0 ? empty : <Cards {...shared} />
  return (
    <Grid
      {...shared}
      {...sorting}
      chosen={here}
      isCovered={chosen.length > 0}
      isLoading={rows === undefined}
      awaited={props.awaited ?? AWAITED}
      isFetching={isFetching}
      total={props.total}
      before={props.before ?? 0}
      actionsWidth={props.actionsWidth ?? 120}
      onWidth={props.resize}
      onPrint={props.onPrint}
      empty={empty}
      layout={layout}
      totals={rows && totals}
      onLeft={props.onLeft}
    />
  )
}

/** The columns that a table shows, in their order. */
const visibleOf = <Row extends object>(table: TableModel<Row>, columns: readonly Column<Row>[]) =>
  table.getVisibleLeafColumns().flatMap(({ id }) => columns.find(({ key }) => key === id) ?? [])

/** The base table. Screens use QueryTable or LocalTable. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { title, rows, error, onRetry, isFetching = false } = props
  const columns = useNeededColumns(props)
  const { table, layout, setLayout, chosen, here, clear, resize } = useTable({ ...props, columns })
  const [left, onLeft] = useState(0)
  const [isChoosing, onChoosing] = useState(false)
  const adjust = useCallback(() => onChoosing(true), [])
  const isCards = useIsNarrow() && (rows?.length ?? 0) <= CARDS_AT_MOST
  const sorting = { sort: props.sort, onSort: props.onSort, isLocal: props.isLocal ?? false }
  const [first] = columns
  const rowLabel = props.rowLabel ?? ((row: Row) => (first ? textOf(first, row) : String(props.rowId(row))))
  const header = {
    title,
    isPart: props.isPart ?? false,
    table,
    columns,
    layout,
    onLayout: setLayout,
    isCards,
    onRetry,
    isChoosing,
    onChoosing,
    ...sorting,
  }
  const paper = usePrintedList({
    ...props.paper,
    ...{ title, columns: visibleOf(table, columns), shown: rows ?? NO_ROWS, selected: chosen },
    totals: totalsOf(props, chosen),
    ...{ total: props.total, counter: props.counter ?? '条', sort: props.sort, isMain: !props.isPart },
  })
  const onPrint = paper.print
  const body = { onPrint, table, columns, rowLabel, sorting, chosen, here, layout, resize, onLeft, isCards }
  const leftColumns = useMemo(() => ({ count: isCards ? 0 : left, adjust }), [isCards, left, adjust])
  const bar = chosen.length > 0 && <Batch {...{ props, chosen, here, clear, isCards }} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc drops the selection from anywhere in the table
    <section
      className="card relative min-w-0 overflow-clip"
      aria-busy={isFetching}
      onKeyDown={dropsOn(chosen.length > 0, clear)}
    >
      <TableHeader
        {...header}
        beside={props.beside}
        actions={props.actions}
        onExport={props.onExport}
        isExportOrdered={props.isExportOrdered ?? false}
        onPrint={onPrint}
        isPrinting={paper.isPrinting}
        rows={`${props.total.toLocaleString('zh-CN')} ${props.counter ?? '条'}`}
      />
      {props.above}
      {props.filters}
      <div className="relative border-line border-t">
        {isFetching && rows && <div className="table-progress" aria-hidden="true" />}
        {!isCards && bar}
        {error && rows && <Outdated at={props.loadedAt} onRetry={onRetry} />}
        <Body {...props} {...body} />
      </div>
      {isCards && bar}
      <LeftColumnsContext value={leftColumns}>{props.footer}</LeftColumnsContext>
      {paper.pages}
    </section>
  )
}
