import { useLayoutEffect, useRef, useState } from 'react'

/** Inner size of a scrolling pane in px, zero until it is known. */
export function usePaneSize() {
  const pane = useRef<HTMLElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = pane.current
    if (!element) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return { pane, size }
}
