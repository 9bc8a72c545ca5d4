import { type RefObject, useLayoutEffect, useState } from 'react'

/** Height below the table in its card and page, px. */
const UNDER = 92

/**
 * Inner width of the scroller in px; 0 until measured. Also tells the scroller the height used by other elements, so that
 * table and pager fit the window.
 */
export function useRoom(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    const card = element?.closest('section')
    if (!element || !card) return
    const measure = () => {
      // A hidden view has no size.
      if (element.clientWidth === 0) return
      setWidth(element.clientWidth)
      const scrolled = (document.scrollingElement?.scrollTop ?? 0) + (element.closest('main')?.scrollTop ?? 0)
      const rest = Math.round(element.getBoundingClientRect().top + scrolled) + UNDER
      element.style.setProperty('--table-rest', `${rest}px`)
    }
    measure()
    // The card's height changes with the filters above.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(card)
    return () => observer.disconnect()
  }, [ref])
  return width
}
