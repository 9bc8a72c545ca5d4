import { type PointerEvent, useRef } from 'react'
import { Icon } from '../icons.tsx'
import { type Column, MAX_WIDTH, MIN_WIDTH, sortKeyOf } from './column.ts'

/** Nearest allowed width of a column, px. */
export const within = (width: number) => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))

interface ResizerProps {
  title: string
  width: number
  /** Width in px; undefined restores the initial one. */
  onWidth: (width: number | undefined) => void
}

/** Resize handle of a column: drag, or double-click to reset. It is no Tab stop: Shift and arrows in a cell do the same. */
function Resizer({ title, width, onWidth }: ResizerProps) {
  const start = useRef<{ x: number; width: number } | undefined>(undefined)
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, width }
  }
  const move = (event: PointerEvent) => {
    if (start.current) onWidth(within(start.current.width + event.clientX - start.current.x))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between columns that is moved is no <hr>
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={`${title}列宽`}
      aria-valuenow={Math.round(width)}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      tabIndex={-1}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={() => {
        start.current = undefined
      }}
      onDoubleClick={() => onWidth(undefined)}
      className="absolute inset-y-0 right-0 z-10 w-2 cursor-col-resize touch-none after:absolute after:inset-y-2.5 after:right-0 after:w-px after:bg-line-strong hover:after:inset-y-0 hover:after:w-0.5 hover:after:bg-brand focus-visible:after:bg-brand print:hidden"
    />
  )
}

export interface Sorting {
  /** `key,asc` or `key,desc`; undefined is the default order. */
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  /** Whether every column is sortable locally. */
  isLocal: boolean
}

/** Sort key of a column and its current direction. */
export function sortOf<Row>(column: Column<Row>, { sort, isLocal }: Omit<Sorting, 'onSort'>) {
  const key = isLocal ? (column.sort === false ? undefined : column.key) : sortKeyOf(column)
  const direction = key && sort?.startsWith(`${key},`) ? sort.slice(key.length + 1) : undefined
  return { key, direction }
}

/** Repeated clicks sort ascending, descending, then reset. Figures start descending. */
export function nextSort(key: string, direction: string | undefined, isNumber: boolean): string | undefined {
  const [first, second] = isNumber ? ['desc', 'asc'] : ['asc', 'desc']
  if (direction === undefined) return `${key},${first}`
  return direction === first ? `${key},${second}` : undefined
}

// A sortable column shows an affordance on hover.
const UNSORTED =
  "after:w-0 after:text-xs after:opacity-0 after:content-['↕'] hover:after:opacity-70 focus-visible:after:opacity-70 print:after:hidden"

interface HeadCellProps<Row> extends Sorting {
  column: Column<Row>
  width: number
  isCovered: boolean
  className: string
  style: React.CSSProperties
  onWidth: ResizerProps['onWidth']
}

export function HeadCell<Row>({
  column,
  width,
  isCovered,
  className,
  style,
  onWidth,
  ...sorting
}: HeadCellProps<Row>) {
  const { key, direction } = sortOf(column, sorting)
  const isNumber = column.kind === 'number'
  const words = (
    <span className="truncate">
      {column.title}
      {column.unit && <span className="text-ink-faint"> {column.unit}</span>}
    </span>
  )
  return (
    <th
      scope="col"
      style={style}
      aria-sort={direction ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
      className={`relative px-3 font-medium ${isNumber ? 'text-right' : 'text-left'} ${className}`}
    >
      {key ? (
        <button
          type="button"
          data-print="text"
          tabIndex={isCovered ? -1 : 0}
          onClick={() => sorting.onSort(nextSort(key, direction, isNumber))}
          className={`inline-flex max-w-full items-center hover:text-brand-ink ${direction ? 'text-brand-ink' : UNSORTED}`}
        >
          {words}
          {/* The arrow lies in the padding of its cell. */}
          {direction && (
            <span className={isNumber ? '-mr-3' : ''}>
              <Icon name={direction === 'asc' ? 'sortUp' : 'sortDown'} size={11} />
            </span>
          )}
        </button>
      ) : (
        words
      )}
      <Resizer title={column.title} width={width} onWidth={onWidth} />
    </th>
  )
}
