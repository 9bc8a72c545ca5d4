import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useState } from 'react'
import { usePrinting } from './use-printing.ts'

/** Above this number of rows, only visible ones are rendered. */
const ALL_DRAWN = 100
/** Maximum rows in print. */
export const ALL_PRINTED = 2_000
const OVERSCAN = 3
/** What a row with a name of two lines is higher, px, as in `table.css`. */
const NAME_ROOM = 4

/** Row height of the user's size setting, px. */
export const rowHeight = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row-h')) || 40

interface RowWindow {
  /** Rendered rows, inclusive. */
  first: number
  last: number
  /** Heights of the omitted rows, px. */
  above: number
  below: number
  /** Row keys are reused in a ring of this size: the element of a row that scrolls out at one end is reused at the other. */
  slots: number | undefined
  /** Scrolls to a row. */
  reach: (row: number) => void
}

/** Selects the rows to render. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  hasNames: boolean,
): RowWindow {
  const isPrinting = usePrinting()
  const isVirtual = count > (isPrinting ? ALL_PRINTED : ALL_DRAWN)
  const [plain] = useState(rowHeight)
  const height = plain + (hasNames ? NAME_ROOM : 0)
  const virtualizer = useVirtualizer({
    count: isVirtual ? count : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    scrollMargin: height, // of the head
    overscan: OVERSCAN,
  })
  const items = virtualizer.getVirtualItems()
  const first = isVirtual ? (items[0]?.index ?? 0) : 0
  const last = isVirtual ? (items.at(-1)?.index ?? -1) : count - 1
  return {
    first,
    last,
    above: first * height,
    below: (count - 1 - last) * height,
    slots: isVirtual ? Math.max(64, last - first + 8) : undefined,
    reach: (row) => isVirtual && virtualizer.scrollToIndex(row),
  }
}
