import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useState } from 'react'
import { usePrinting } from './use-printing.ts'

/** More rows than this are drawn only where they are seen. */
const ALL_DRAWN = 100
/** More rows than this are not put on paper. */
export const ALL_PRINTED = 2_000
const OVERSCAN = 3

/** The height of a row that the user has chosen, px. */
export const rowHeight = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row-h')) || 40

interface RowWindow {
  /** The rows that are drawn, both included. */
  first: number
  last: number
  /** Heights of the rows that are not drawn, px. */
  above: number
  below: number
  /** Keys of drawn rows go round so many: a row that leaves at one end comes back at the other as the same element. */
  slots: number | undefined
  /** Brings a row into sight. */
  reach: (row: number) => void
}

/** Which of many rows are drawn. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number): RowWindow {
  const isPrinting = usePrinting()
  const isVirtual = count > (isPrinting ? ALL_PRINTED : ALL_DRAWN)
  const [height] = useState(rowHeight)
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
