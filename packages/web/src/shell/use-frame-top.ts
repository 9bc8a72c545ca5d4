import { type RefCallback, useCallback } from 'react'

const NAME = '--frame-top'

/**
 * Publishes the height of the frame's fixed top to the styles, so that sticky elements and scroll targets are placed
 * below it.
 */
export const useFrameTop = (): RefCallback<HTMLElement> =>
  useCallback((frame: HTMLElement | null) => {
    if (!frame) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(NAME, `${frame.offsetHeight}px`))
    observer.observe(frame)
    return () => observer.disconnect()
  }, [])
