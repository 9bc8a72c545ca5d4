import { type PointerEvent, useEffect, useRef } from 'react'

/** A position in the window, px. */
export interface Point {
  x: number
  y: number
}

const LONG_MS = 700

/** Handlers for a long press by touch or pen, for browsers without a contextmenu event. */
export function useLongPress(act: (at: Point) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onPointerDown({ pointerType, clientX: x, clientY: y }: PointerEvent) {
      stop()
      if (pointerType !== 'mouse') timer.current = setTimeout(() => act({ x, y }), LONG_MS)
    },
    onPointerMove: stop,
    onPointerCancel: stop,
    onPointerUp: stop,
    /** Cancels it if the browser fires contextmenu itself. */
    stop,
  }
}
