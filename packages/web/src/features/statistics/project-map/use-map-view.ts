import { useNavigate } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { usePorts } from '../../../ui/ports.ts'
import type { Box } from '../options/map-labels.ts'
import { fitted, type Size, textOf, type View, viewOf } from './view.ts'

/** Rest after which a view that is being changed becomes that of the address, ms. */
const REST_MS = 250
/** Size of an element without a layout. */
const UNKNOWN: Size = { width: 720, height: 520 }

/** Size of an element, and the reference for it. */
export function useSize() {
  const [host, setHost] = useState<HTMLDivElement | null>(null)
  const [size, setSize] = useState<Size>()
  useLayoutEffect(() => {
    if (!host) return
    const measure = () =>
      setSize({ width: host.clientWidth || UNKNOWN.width, height: host.clientHeight || UNKNOWN.height })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(host)
    return () => observer.disconnect()
  }, [host])
  return [size, setHost] as const
}

/** The view of the map: of the address, or the whole of a box, or one that is being changed. */
export function useMapView(box: Box, size: Size) {
  const [search] = usePorts().useSearch()
  const navigate = useNavigate()
  const at = search['at']
  const addressed = viewOf(at)
  const [live, setLive] = useState<View>()
  const [known, setKnown] = useState(at)
  const timer = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // The address has followed, or has been changed by something else.
  if (at !== known) {
    setKnown(at)
    setLive(undefined)
  }
  const settled = addressed ?? fitted(box, size)
  /** Shows a view and puts it into the address; undefined for the whole. */
  const settle = (next: View | undefined) => {
    clearTimeout(timer.current)
    const text = next && textOf(next)
    setLive(text === at ? undefined : next)
    // A move is no step of the history.
    const changed = { ...search, at: text }
    void navigate({ to: '.', search: changed as never, replace: true }) // the search of the view's route
  }
  return {
    view: live ?? settled,
    /** The view whose marks are shown. It does not follow each movement. */
    settled,
    isWhole: addressed === undefined,
    settle,
    /** Shows a view while it is being changed. */
    move: (next: View) => {
      setLive(next)
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => settle(next), REST_MS)
    },
  }
}

export type MapView = ReturnType<typeof useMapView>
