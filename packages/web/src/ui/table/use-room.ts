import { type RefObject, useLayoutEffect, useState } from 'react'

/** Height of everything below a scroller in its card and page, px. */
function heightUnder(scroller: HTMLElement, card: HTMLElement): number {
  const main = scroller.closest('main')
  const inCard = card.getBoundingClientRect().bottom - scroller.getBoundingClientRect().bottom
  const padding = main ? Number.parseFloat(getComputedStyle(main).paddingBottom) : 0
  const footer = main?.nextElementSibling
  return inCard + padding + (footer instanceof HTMLElement ? footer.offsetHeight : 0)
}

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
      const top = element.getBoundingClientRect().top + scrolled
      const rest = Math.ceil(top + heightUnder(element, card))
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
