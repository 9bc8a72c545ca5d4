import { type RefObject, useLayoutEffect, useState } from 'react'

/** What stands under the table in its card and on the page, px. */
const UNDER = 92

/**
 * The inner width of the scroller, px; 0 before it is known. On the way it is told how much of the window other things
 * take, so that table and pager fit into what is left.
 */
export function useRoom(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    const card = element?.closest('section')
    if (!element || !card) return
    const measure = () => {
      // A view that is kept out of sight has no size, and needs none.
      if (element.clientWidth === 0) return
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
