import type { ReactNode } from 'react'
import { IconButton } from '../button.tsx'
import type { Column } from './column.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { type Export, ExportButton } from './export-button.tsx'
import type { Sorting } from './head.tsx'
import type { TableLayout } from './layout.ts'
import type { TableModel } from './model.ts'
import { SortMenu } from './sort-menu.tsx'

interface TableHeaderProps<Row extends object> extends Sorting {
  title: string
  isPart: boolean
  table: TableModel<Row>
  columns: readonly Column<Row>[]
  layout: TableLayout
  onLayout: (change: Partial<TableLayout> | undefined) => void
  /** The layout has no table head. */
  isCards: boolean
  /** Content next to the title. */
  beside: ReactNode
  actions: ReactNode
  onRetry: (() => void) | undefined
  onExport: Export | undefined
  /** Whether an export has the columns and the order of the list. */
  isExportOrdered: boolean
  onPrint: () => void
  isPrinting: boolean
  /** Number of rows, as in `31 件`. */
  rows: string
  /** Whether the choice of columns is open. */
  isChoosing: boolean
  onChoosing: (isOpen: boolean) => void
}

/** Title of a table with buttons and tools. */
export function TableHeader<Row extends object>(props: TableHeaderProps<Row>) {
  const {
    title,
    isPart,
    table,
    columns,
    layout,
    onLayout,
    isCards,
    beside,
    actions,
    onRetry,
    onExport,
    isExportOrdered,
    onPrint,
    isPrinting,
    rows,
    isChoosing,
    onChoosing,
    ...sorting
  } = props
  const Heading = isPart ? 'h2' : 'h1'
  const sortMenu = isCards && <SortMenu columns={columns} {...sorting} />
  return (
    <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-1.5">
      <Heading className="whitespace-nowrap font-medium text-base">{title}</Heading>
      {!isCards && beside}
      <div className="ml-auto" />
      {!isCards && actions}
      <div className="flex items-center" data-print="none">
        {onRetry && <IconButton icon="refresh" label="刷新" onClick={onRetry} />}
        {onExport && (
          <ExportButton
            onExport={onExport}
            shown={isExportOrdered ? table.getVisibleLeafColumns().map(({ id }) => id) : undefined}
            rows={rows}
          />
        )}
        {!isCards && (
          <IconButton
            icon="print"
            label="打印"
            onClick={onPrint}
            disabled={isPrinting}
            aria-busy={isPrinting}
          />
        )}
        <ColumnsMenu {...{ table, columns, layout, onLayout }} isOpen={isChoosing} onOpen={onChoosing} />
      </div>
      {isCards && beside}
      {/* On a phone the tools stay beside the title, and the actions have lines of their own. */}
      {isCards && (
        <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-1.5 empty:hidden" data-print="none">
          {actions}
          {sortMenu}
        </div>
      )}
    </header>
  )
}
