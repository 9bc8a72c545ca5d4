import type { ReactNode } from 'react'
import { IconButton } from '../button.tsx'
import type { Column } from './column.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { ExportButton } from './export-button.tsx'
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
  actions: ReactNode
  onRetry: (() => void) | undefined
  onExport: (() => Promise<void>) | undefined
}

/** Title of a table with buttons and tools. */
export function TableHeader<Row extends object>(props: TableHeaderProps<Row>) {
  const { title, isPart, table, columns, layout, onLayout, isCards, actions, onRetry, onExport, ...sorting } =
    props
  const Heading = isPart ? 'h2' : 'h1'
  return (
    <header className="flex flex-wrap items-center gap-2 px-4 py-3">
      <Heading className="mr-auto font-medium text-base">{title}</Heading>
      {actions}
      <div className="flex items-center" data-print="none">
        {onRetry && <IconButton icon="refresh" label="刷新" onClick={onRetry} />}
        {onExport && <ExportButton onExport={onExport} />}
        {isCards ? (
          <SortMenu columns={columns} {...sorting} />
        ) : (
          <IconButton icon="print" label="打印" onClick={() => window.print()} />
        )}
        <ColumnsMenu table={table} columns={columns} layout={layout} onLayout={onLayout} />
      </div>
    </header>
  )
}

interface BatchBarProps {
  count: number
  onClear: () => void
  children: ReactNode
}

/** Actions on selected rows. */
export function BatchBar({ count, onClear, children }: BatchBarProps) {
  return (
    <div
      className="flex flex-wrap items-center gap-2 border-line border-t bg-brand-soft px-4 py-2 text-s"
      data-print="none"
    >
      <span className="mr-2" role="status">
        已选 {count} 项
      </span>
      {children}
      <IconButton icon="close" label="取消选择" className="ml-auto" onClick={onClear} />
    </div>
  )
}
