import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { type Column, decimalsIn } from './column.ts'
import { useGridBody } from './grid-body.tsx'
import { GridHead } from './grid-head.tsx'
import type { Sorting } from './head.tsx'
import { frozenOffsets, type TableLayout } from './layout.ts'
import type { TableModel } from './model.ts'
import { CHECK_WIDTH } from './row.tsx'
import type { RowAction } from './row-action.ts'
import type { Totals } from './totals.ts'
import { useGridColumns } from './use-grid-columns.ts'
import { useRoom } from './use-room.ts'

export interface GridProps<Row extends object> extends Sorting {
  title: string
  table: TableModel<Row>
  columns: readonly Column<Row>[]
  isSelectable: boolean
  /** Number of selected rows among those shown. */
  chosen: number
  /** Whether the batch bar covers the head. */
  isCovered: boolean
  isLoading: boolean
  /** Number of rows that are awaited while loading. */
  awaited: number
  isFetching: boolean
  /** Total rows, and the number before these. */
  total: number
  before: number
  rowLabel: (row: Row) => string
  rowActions: ((row: Row) => ReactNode) | undefined
  rowMenu: ((row: Row) => readonly RowAction[]) | undefined
  actionsWidth: number
  onWidth: (key: string, width: number | undefined) => void
  onPrint: () => void
  empty: ReactNode
  layout: TableLayout
  totals: Totals | undefined
  /** Tells how many columns have no room. */
  onLeft: (count: number) => void
}

/** Heights of the sticky head and of the totals below it, px. */
const HEAD = 36
const TOTALS = 34

/** Marks the box while its first column overlaps others. */
const markMoved = ({ currentTarget }: React.UIEvent<HTMLElement>) =>
  currentTarget.toggleAttribute('data-moved', currentTarget.scrollLeft > 0)

/** Scrolls to the top after a new order or page. */
function useBackToTop(scroller: RefObject<HTMLElement | null>, sort: string | undefined, before: number) {
  const place = `${sort} ${before}`
  const shown = useRef(place)
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    scroller.current?.scrollTo({ top: 0 })
  }, [scroller, place])
}

/** The table in a scroll box with sticky head and first column. */
export function Grid<Row extends object>({
  title,
  columns,
  chosen,
  isCovered,
  total,
  ...props
}: GridProps<Row>) {
  const { table, isSelectable, rowActions, actionsWidth, isLoading, isFetching } = props
  const scroller = useRef<HTMLDivElement>(null)
  useBackToTop(scroller, props.sort, props.before)
  const [checkWidth, endWidth] = [isSelectable ? CHECK_WIDTH : 0, rowActions ? actionsWidth : 0]
  const room = useRoom(scroller)
  const { layout, totals, onLeft } = props
  const { shown, widths, left } = useGridColumns(
    table,
    columns,
    room - checkWidth - endWidth,
    layout.visibility,
  )
  useLayoutEffect(() => onLeft(left), [left, onLeft])
  const { rows: models } = table.getRowModel()
  const decimals = useMemo(
    () =>
      decimalsIn(
        shown,
        models.map(({ original }) => original),
        totals?.sums,
      ),
    [shown, models, totals],
  )
  const offsets = useMemo(
    () => frozenOffsets(shown, widths, layout.frozen, checkWidth, room),
    [shown, widths, layout.frozen, checkWidth, room],
  )
  const body = useGridBody({ ...props, scroller, columns: shown, widths, offsets, decimals })
  const rows = models.length
  const { sort, onSort, isLocal, onWidth } = props
  const shared = { table, widths, isSelectable, chosen, isCovered, rows, sort, onSort, isLocal, onWidth }
  const head = { ...shared, offsets, decimals, totals }
  const lastFrozen = shown[offsets.length - 1]
  const frozenWidth = (offsets.at(-1) ?? 0) + ((lastFrozen && widths[lastFrozen.key]) ?? 0)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a region that scrolls must be reachable by keyboard
    <div
      ref={scroller}
      role="region"
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={markMoved}
      data-names={shown.some(({ kind }) => kind === 'name') || undefined}
      // A cell that gets the focus is not scrolled under the frozen ones.
      style={{ scrollPaddingLeft: frozenWidth, scrollPaddingTop: totals ? HEAD + TOTALS : HEAD }}
      className="table-scroller relative overflow-auto print:max-h-none print:overflow-visible"
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are walked by arrow keys
        role="grid"
        aria-label={title}
        aria-busy={isFetching}
        aria-rowcount={total + 1}
        aria-multiselectable={isSelectable || undefined}
        className="w-full table-fixed border-separate border-spacing-0 text-s"
      >
        <colgroup>
          {isSelectable && <col style={{ width: checkWidth }} className="print:hidden" />}
          {shown.map(({ key }) => (
            <col key={key} style={{ width: widths[key] }} />
          ))}
          {rowActions && <col style={{ width: endWidth }} className="print:hidden" />}
        </colgroup>
        <GridHead {...head} columns={shown} hasActions={Boolean(rowActions)} />
        {body}
      </table>
      {!isLoading && rows === 0 && <div className="sticky left-0">{props.empty}</div>}
    </div>
  )
}
