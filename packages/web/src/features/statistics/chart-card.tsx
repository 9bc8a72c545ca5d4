import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { fetchLibrary, roomOf } from './chart.tsx'
import { FigureTable, type FigureTableProps } from './figure-table.tsx'

const ROWS = 4

interface ChartCardProps<Row> extends Omit<FigureTableProps<Row>, 'rows'> {
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  error?: Error | null
  /** The rows are of the previous filters while new ones load. */
  isStale?: boolean
  onRetry?: () => void
  note?: string | undefined
  /** Text without figures. */
  empty?: string
  className?: string
  /** Height of the chart in px, reserved while loading. */
  height: number
  /** The chart. */
  children: ReactNode
}

/** A chart with title, switchable to a table of the same figures. */
export function ChartCard<Row>({
  rows,
  error,
  onRetry,
  isStale = false,
  note,
  empty = '没有符合条件的项目',
  className = '',
  height,
  children,
  ...table
}: ChartCardProps<Row>) {
  const [isTable, setTable] = useState(false)
  useEffect(fetchLibrary, [])
  const body = () => {
    if (rows === undefined && error && onRetry) return <Failed error={error} onRetry={onRetry} />
    if (rows === undefined)
      return (
        <div style={{ height: roomOf(height) }} className="overflow-hidden">
          <Loading rows={ROWS} />
        </div>
      )
    if (rows.length === 0) return <Empty>{empty}</Empty>
    return isTable ? <FigureTable {...table} rows={rows} /> : children
  }
  return (
    <section className={`card min-w-0 px-4 py-3 ${className}`}>
      <header className="mb-2 flex items-center gap-2">
        <h2 className="mr-auto font-medium">{table.title}</h2>
        <Button
          look="quiet"
          aria-pressed={isTable}
          aria-label={`${table.title}以${isTable ? '图形' : '表格'}显示`}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? '图形' : '表格'}
        </Button>
      </header>
      <div aria-busy={isStale} className={isStale ? 'opacity-55 transition-opacity' : ''}>
        {body()}
      </div>
      {note && <p className="mt-2 text-ink-faint text-xs">{note}</p>}
    </section>
  )
}
