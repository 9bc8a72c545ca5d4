import { type PointerEvent, useEffect, useRef } from 'react'

/** A place in the window, px. */
export interface Point {
  x: number
  y: number
}

const LONG_MS = 700

/** Handlers that tell of a finger or pen that rests on an element, for browsers that call for no menu then. */
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
    /** Stops it where the browser itself calls for the menu. */
    stop,
  }
}
