import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MapView } from './use-map-view.ts'
import { type Fingers, panned, pinched, type Size, type Spot, type View, zoomed } from './view.ts'

/** Movement in px from which a press is a drag. */
const DRAG_FROM = 4
const WHEEL_STEP = 0.004
const LARGEST_WHEEL = 0.6
const HINT_MS = 1_600

interface Drag {
  x: number
  y: number
  from: View
  isMoving: boolean
}

/** Zooms by the wheel with Ctrl, and by a pinch of a touchpad, which browsers report the same way. Without Ctrl the page scrolls. */
function useWheel(host: HTMLElement | null, { view, move }: MapView, size: Size) {
  const [isHinted, setHinted] = useState(false)
  const timer = useRef<number>(undefined)
  const turn = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) {
      setHinted(true)
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => setHinted(false), HINT_MS)
      return
    }
    event.preventDefault()
    const { left = 0, top = 0 } = host?.getBoundingClientRect() ?? {}
    const steps = Math.min(LARGEST_WHEEL, Math.max(-LARGEST_WHEEL, -event.deltaY * WHEEL_STEP))
    move(zoomed(view, size, steps, { x: event.clientX - left, y: event.clientY - top }))
  })
  useEffect(() => {
    if (!host) return
    const listen = (event: WheelEvent) => turn(event)
    host.addEventListener('wheel', listen, { passive: false })
    return () => {
      host.removeEventListener('wheel', listen)
      clearTimeout(timer.current)
    }
  }, [host])
  return isHinted
}

interface Pinch {
  from: View
  start: Fingers
  /** The view between the fingers now. */
  view: View
}

/** Zooms by two fingers. Its handlers tell if they took the event. */
function usePinch(map: MapView, size: Size) {
  const touches = useRef(new Map<number, Spot>())
  const pinch = useRef<Pinch>(undefined)
  const spotOf = ({ currentTarget, clientX, clientY }: PointerEvent): Spot => {
    const { left, top } = currentTarget.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const fingers = (): Fingers | undefined => {
    const [one, other] = touches.current.values()
    return one && other && [one, other]
  }
  return {
    down(event: PointerEvent): boolean {
      if (event.pointerType !== 'touch') return false
      touches.current.set(event.pointerId, spotOf(event))
      const start = fingers()
      if (!start) return false
      for (const id of touches.current.keys()) event.currentTarget.setPointerCapture(id)
      pinch.current = { from: map.view, start, view: map.view }
      return true
    },
    move(event: PointerEvent): boolean {
      if (!touches.current.has(event.pointerId)) return false
      touches.current.set(event.pointerId, spotOf(event))
      const [current, now] = [pinch.current, fingers()]
      if (!current || !now) return false
      current.view = pinched(current.from, size, current.start, now)
      map.move(current.view)
      return true
    },
    up({ pointerId }: PointerEvent): boolean {
      touches.current.delete(pointerId)
      const ended = pinch.current
      pinch.current = undefined
      if (ended) map.settle(ended.view)
      return ended !== undefined
    },
  }
}

/** Dragging, pinching and the wheel on a map's element. */
export function useGestures(host: HTMLElement | null, map: MapView, size: Size) {
  const drag = useRef<Drag>(undefined)
  const isHinted = useWheel(host, map, size)
  const pinch = usePinch(map, size)
  const followed = ({ clientX, clientY }: PointerEvent, { x, y, from }: Drag) =>
    panned(from, clientX - x, clientY - y)
  const end = (event: PointerEvent) => {
    const ended = drag.current
    drag.current = undefined
    if (!pinch.up(event) && ended?.isMoving) map.settle(followed(event, ended))
  }
  return {
    isHinted,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        const isControl = event.target instanceof Element && event.target.closest('button, a, input')
        if (event.button !== 0 || isControl) return
        drag.current = pinch.down(event)
          ? undefined
          : { x: event.clientX, y: event.clientY, from: map.view, isMoving: false }
      },
      onPointerMove: (event: PointerEvent) => {
        const current = drag.current
        if (pinch.move(event) || !current) return
        const far = Math.hypot(event.clientX - current.x, event.clientY - current.y)
        if (!current.isMoving && far < DRAG_FROM) return
        // Capture the pointer only now, so that a click on an area still works.
        if (!current.isMoving) event.currentTarget.setPointerCapture(event.pointerId)
        current.isMoving = true
        map.move(followed(event, current))
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  }
}
