import {
  type ColumnDef,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useMemo, useState } from 'react'
import { usePrinting } from '../table/use-printing.ts'
import { ALL_PRINTED, rowHeight } from '../table/use-row-window.ts'
import type { GridColumn } from './grid-model.ts'
import { useLandscape } from './use-landscape.ts'

/** Height of the head, px. */
export const HEAD_HEIGHT = 44
/** A row has two lines: text and issue. */
const LEAST_HEIGHT = 40

const ROW_OVERSCAN = 2
const COLUMN_OVERSCAN = 1
/** Row keys are reused in a ring of this size: the element of a row that scrolls out at one end is reused at the other. */
const SLOTS = 96

const features = tableFeatures({ columnPinningFeature, columnSizingFeature, columnVisibilityFeature })

/** A rendered row, possibly still loading. */
export interface DrawnRow<Row> {
  index: number
  /** Offset from the top, px. */
  top: number
  row: Row | undefined
}

/** A rendered column. */
export interface DrawnColumn<Row> {
  column: GridColumn<Row>
  /** Index among all columns, from 0. */
  at: number
  isFrozen: boolean
  /** For a frozen column, its left offset in px. For the first other one, the width skipped before it. */
  left: number
}

/** px */
export interface CellBox {
  top: number
  left: number
  width: number
  height: number
  isFrozen: boolean
}

interface GridWindowOptions<Row> {
  scroller: RefObject<HTMLElement | null>
  columns: readonly GridColumn<Row>[]
  /** Number of frozen columns. */
  frozen: number
  rowCount: number
  rowAt: (index: number) => Row | undefined
}

/** Columns in order, frozen ones first, and their total width. */
function useColumns<Row>(columns: readonly GridColumn<Row>[], frozen: number) {
  const defs = useMemo(
    () =>
      columns.map(
        ({ name, width }): ColumnDef<typeof features, object> => ({ id: name, size: width, minSize: 40 }),
      ),
    [columns],
  )
  const columnPinning = useMemo(
    () => ({ start: columns.slice(0, frozen).map(({ name }) => name), end: [] }),
    [columns, frozen],
  )
  const table = useTable({ features, columns: defs, data: NO_ROWS, state: { columnPinning } })
  const pinned = table.getStartVisibleLeafColumns()
  const others = table.getCenterVisibleLeafColumns()
  const frozenWidth = pinned.reduce((sum, column) => sum + column.getSize(), 0)
  return { table, pinned, others, frozenWidth }
}

const NO_ROWS: object[] = []

const everyIndex = ({ count }: Range): number[] => Array.from({ length: count }, (_, index) => index)

/**
 * Visible rows and columns of a grid, and scrolling to others. In print, all loaded ones.
 */
export function useGridWindow<Row>({ scroller, columns, frozen, rowCount, rowAt }: GridWindowOptions<Row>) {
  const { pinned, others, frozenWidth } = useColumns(columns, frozen)
  const [height] = useState(() => Math.max(LEAST_HEIGHT, rowHeight()))
  const isPrinting = usePrinting()
  useLandscape(isPrinting)
  const byRow = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: ROW_OVERSCAN,
    rangeExtractor: isPrinting && rowCount <= ALL_PRINTED ? everyIndex : defaultRangeExtractor,
    paddingStart: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
  })
  const byColumn = useVirtualizer({
    horizontal: true,
    count: others.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => others[index]?.getSize() ?? 0,
    overscan: COLUMN_OVERSCAN,
    rangeExtractor: isPrinting ? everyIndex : defaultRangeExtractor,
    paddingStart: frozenWidth,
    scrollPaddingStart: frozenWidth,
  })
  const across = byColumn.getVirtualItems()
  const [left, right] = [across[0]?.index ?? 0, across.at(-1)?.index ?? -1]
  const skipped = (across[0]?.start ?? frozenWidth) - frozenWidth
  const drawnColumns = useMemo((): DrawnColumn<Row>[] => {
    const known = new Map(columns.map((column, at) => [column.name, { column, at }]))
    let edge = 0
    const atLeft = pinned.flatMap((leaf) => {
      const found = known.get(leaf.id)
      const drawn = found && { ...found, isFrozen: true, left: edge }
      edge += leaf.getSize()
      return drawn ? [drawn] : []
    })
    const rest = others.slice(left, right + 1).flatMap((leaf, at) => {
      const found = known.get(leaf.id)
      return found ? [{ ...found, isFrozen: false, left: at === 0 ? skipped : 0 }] : []
    })
    return [...atLeft, ...rest]
  }, [columns, pinned, others, left, right, skipped])

  const items = byRow.getVirtualItems()
  const slots = Math.max(SLOTS, items.length)
  const rows = items
    .map(({ index, start }): DrawnRow<Row> & { key: number } => ({
      key: index % slots,
      index,
      top: start,
      row: rowAt(index),
    }))
    .filter(({ row }) => !isPrinting || row !== undefined)
  return {
    rows,
    columns: drawnColumns,
    width: byColumn.getTotalSize(),
    height: byRow.getTotalSize(),
    first: rows[0]?.index ?? 0,
    last: rows.at(-1)?.index ?? 0,
    frozenWidth,
    /** Place of a cell in the scrolled content, px. A frozen cell moves with the scroll position. */
    boxOf(row: number, column: number): CellBox {
      const left = columns.slice(0, column).reduce((sum, { width }) => sum + width, 0)
      const { width = 0 } = columns[column] ?? {}
      return { top: HEAD_HEIGHT + row * height, left, width, height, isFrozen: column < frozen }
    },
    reach(row: number, column: number) {
      byRow.scrollToIndex(row)
      if (column >= frozen) byColumn.scrollToIndex(column - frozen)
    },
  }
}
