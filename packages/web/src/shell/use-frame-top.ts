import { type RefCallback, useCallback } from 'react'

const NAME = '--frame-top'

/**
 * Tells the styles how much of the window's top the frame keeps covered: what sticks to the top stands below it, and
 * what is scrolled to is not hidden by it.
 */
export function useFrameTop(isFixed: boolean): RefCallback<HTMLElement> {
  return useCallback(
    (frame: HTMLElement | null) => {
      if (!frame || !isFixed) return
      const { style } = document.documentElement
      const observer = new ResizeObserver(() => style.setProperty(NAME, `${frame.offsetHeight}px`))
      observer.observe(frame)
      return () => {
        observer.disconnect()
        style.removeProperty(NAME)
      }
    },
    [isFixed],
  )
}
