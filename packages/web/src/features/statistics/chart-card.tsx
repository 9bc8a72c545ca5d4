import { lazy, type ReactElement, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { type ChartProps, roomOf } from './chart.tsx'
import type { FigureTableProps } from './figure-table.tsx'
import { type ShownTable, useShown } from './shown.ts'

const ROWS = 4

const CardFinding = lazy(async () => ({ default: (await import('./card-finding.tsx')).CardFinding }))
const FigureTable = lazy(async () => ({ default: (await import('./figure-table.tsx')).FigureTable }))

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
  children: ReactElement<ChartProps>
}

const CardFiles = lazy(async () => ({ default: (await import('./files/card-files.tsx')).CardFiles }))

/** A table's figures in full precision. */
const shownTable = <Row,>({ cellsOf, nameOf, ...table }: FigureTableProps<Row>): ShownTable => ({
  ...table,
  rows: table.rows.map((row) => ({
    name: nameOf(row),
    values: table.columns.map(({ of }) => of(row)),
    cells: cellsOf?.(row),
  })),
})

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
  const { option, map } = children.props
  const card =
    rows && rows.length > 0 ? { ...shownTable({ ...table, rows }), note, option, map, height } : undefined
  const host = useShown<HTMLElement>(card && { kind: 'card', card })
  const body = () => {
    if (rows === undefined && error && onRetry) return <Failed error={error} onRetry={onRetry} />
    if (rows === undefined)
      return (
        <div style={{ height: roomOf(height) }} className="overflow-hidden">
          <Loading rows={ROWS} />
        </div>
      )
    if (rows.length === 0) return <Empty>{empty}</Empty>
    return isTable ? (
      <Suspense fallback={<Loading rows={ROWS} />}>
        <FigureTable {...shownTable({ ...table, rows })} />
      </Suspense>
    ) : (
      children
    )
  }
  return (
    <section ref={host} className={`card min-w-0 px-4 py-3 ${className}`}>
      <header className="flex items-center gap-2">
        <h2 className="mr-auto font-medium">{table.title}</h2>
        <Button
          look="quiet"
          aria-pressed={isTable}
          aria-label={`${table.title}以${isTable ? '图形' : '表格'}显示`}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? '图形' : '表格'}
        </Button>
        <Suspense fallback={<span className="size-8" />}>
          <CardFiles card={card} />
        </Suspense>
      </header>
      <div className="mb-2 h-5 text-ink-faint text-xs leading-5 max-sm:h-10">
        <Suspense>
          <CardFinding table={card} />
        </Suspense>
      </div>
      <div aria-busy={isStale} className={isStale ? 'opacity-55 transition-opacity' : ''}>
        {body()}
      </div>
      {note && <p className="mt-2 text-ink-faint text-xs">{note}</p>}
    </section>
  )
}
