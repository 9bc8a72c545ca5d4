import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { CellMenu } from './cell-menu.tsx'
import type { Column } from './column.ts'
import { GridHead } from './grid-head.tsx'
import type { Sorting } from './head.tsx'
import { fitWidths } from './layout.ts'
import type { TableModel } from './model.ts'
import { CHECK_WIDTH, TableBodyRow } from './row.tsx'
import { SkeletonRows } from './skeleton.tsx'
import { useGridKeys } from './use-grid-keys.ts'
import { usePrinting } from './use-printing.ts'

/** More rows than this are drawn only where they are seen. */
const ALL_DRAWN = 100
/** More rows than this are not put on paper. */
const ALL_PRINTED = 2_000
const OVERSCAN = 3

export interface GridProps<Row extends object> extends Sorting {
  title: string
  table: TableModel<Row>
  columns: readonly Column<Row>[]
  isSelectable: boolean
  /** How many of the rows are chosen. */
  chosen: number
  isLoading: boolean
  isFetching: boolean
  /** Rows of the whole list, and how many stand before these. */
  total: number
  before: number
  rowLabel: (row: Row) => string
  rowActions: ((row: Row) => ReactNode) | undefined
  actionsWidth: number
  onWidth: (key: string, width: number | undefined) => void
  empty: ReactNode
}

const rowHeight = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row-h')) || 40

/** What stands under the table in its card and on the page, px. */
const UNDER = 92

/**
 * The inner width of the scroller, px; 0 before it is known. On the way it is told how much of the window other things
 * take, so that table and pager fit into what is left.
 */
function useRoom(ref: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    const card = element?.closest('section')
    if (!element || !card) return
    const measure = () => {
      setWidth(element.clientWidth)
      const scrolled = (document.scrollingElement?.scrollTop ?? 0) + (element.closest('main')?.scrollTop ?? 0)
      const rest = Math.round(element.getBoundingClientRect().top + scrolled) + UNDER
      element.style.setProperty('--table-rest', `${rest}px`)
    }
    measure()
    // The card grows and shrinks with the conditions above.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(card)
    return () => observer.disconnect()
  }, [ref])
  return width
}

/** The table itself, in a box of its own that scrolls both ways under a head and a first column that stay. */
export function Grid<Row extends object>(props: GridProps<Row>) {
  const { table, columns, isSelectable, rowActions, actionsWidth, isLoading } = props
  const scroller = useRef<HTMLDivElement>(null)
  const room = useRoom(scroller)
  const isPrinting = usePrinting()
  const rows = table.getRowModel().rows
  const isVirtual = rows.length > (isPrinting ? ALL_PRINTED : ALL_DRAWN)
  const [height] = useState(rowHeight)

  const virtualizer = useVirtualizer({
    count: isVirtual ? rows.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    scrollMargin: height,
    overscan: OVERSCAN,
  })
  const items = virtualizer.getVirtualItems()
  const first = isVirtual ? (items[0]?.index ?? 0) : 0
  const last = isVirtual ? (items.at(-1)?.index ?? -1) : rows.length - 1
  // Rows that leave at one end come back at the other as the same element: only their texts are written anew.
  const slots = Math.max(64, last - first + 8)

  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns])
  const leaves = table.getVisibleLeafColumns()
  const shown = useMemo(() => leaves.flatMap(({ id }) => byKey.get(id) ?? []), [leaves, byKey])
  const resized = table.state.columnSizing
  const widths = useMemo(
    () =>
      fitWidths(
        leaves.map((leaf) => ({
          key: leaf.id,
          width: leaf.getSize(),
          isElastic: resized[leaf.id] === undefined && byKey.get(leaf.id)?.kind !== 'number',
        })),
        room - (isSelectable ? CHECK_WIDTH : 0) - (rowActions ? actionsWidth : 0),
      ),
    [leaves, resized, byKey, room, isSelectable, rowActions, actionsWidth],
  )
  const { active, bodyProps } = useGridKeys({
    scroller,
    rows: rows.length,
    columns: shown.length,
    onReach: (row) => isVirtual && virtualizer.scrollToIndex(row),
    onToggle: (row) => isSelectable && rows[row]?.toggleSelected(),
  })
  const span = shown.length + Number(isSelectable) + Number(Boolean(rowActions))

  return (
    // biome-ignore lint/a11y/useSemanticElements: a region that scrolls must be reachable by keyboard
    <div
      ref={scroller}
      role="region"
      aria-label={props.title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
      tabIndex={0}
      onScroll={({ currentTarget }) =>
        currentTarget.toggleAttribute('data-moved', currentTarget.scrollLeft > 0)
      }
      className="table-scroller relative overflow-auto print:max-h-none print:overflow-visible"
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are walked by arrow keys
        role="grid"
        aria-label={props.title}
        aria-busy={props.isFetching}
        aria-rowcount={props.total + 1}
        aria-multiselectable={isSelectable || undefined}
        className="w-full table-fixed border-separate border-spacing-0 text-s"
      >
        <colgroup>
          {isSelectable && <col style={{ width: CHECK_WIDTH }} className="print:hidden" />}
          {shown.map(({ key }) => (
            <col key={key} style={{ width: widths[key] }} />
          ))}
          {rowActions && <col style={{ width: actionsWidth }} className="print:hidden" />}
        </colgroup>
        <GridHead
          table={table}
          columns={shown}
          widths={widths}
          isSelectable={isSelectable}
          chosen={props.chosen}
          rows={rows.length}
          hasActions={Boolean(rowActions)}
          sort={props.sort}
          onSort={props.onSort}
          isLocal={props.isLocal}
          onWidth={props.onWidth}
        />
        <CellMenu>
          <tbody
            {...bodyProps}
            className={props.isFetching && !isLoading ? 'opacity-60 transition-opacity' : ''}
          >
            {isLoading && <SkeletonRows columns={span} />}
            {first > 0 && <Spacer height={first * height} span={span} />}
            {rows.slice(first, last + 1).map((row, at) => (
              <TableBodyRow
                key={isVirtual ? (first + at) % slots : row.id}
                row={row}
                columns={shown}
                index={props.before + first + at + 2}
                label={props.rowLabel(row.original)}
                isSelectable={isSelectable}
                isSelected={table.state.rowSelection[row.id] === true}
                active={active?.row === first + at ? active.column : undefined}
                rowActions={rowActions}
              />
            ))}
            {last < rows.length - 1 && <Spacer height={(rows.length - 1 - last) * height} span={span} />}
          </tbody>
        </CellMenu>
      </table>
      {!isLoading && rows.length === 0 && <div className="sticky left-0">{props.empty}</div>}
    </div>
  )
}

/** Stands for rows that are out of sight. */
function Spacer({ height, span }: { height: number; span: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height, padding: 0 }} />
    </tr>
  )
}
