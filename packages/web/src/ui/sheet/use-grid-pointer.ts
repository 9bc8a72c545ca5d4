import { type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react'
import { type Place, placeOf } from '../table/keyboard.ts'

interface GridPointerOptions {
  input: RefObject<HTMLInputElement | null>
  active: Place
  go: (place: Place) => void
  goAndOpen: (place: Place) => void
  extend: (place: Place) => void
}

const cellAt = ({ target }: MouseEvent): Place | undefined => {
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-cell]') : null
  return placeOf(cell?.dataset['cell'])
}

const isControl = ({ target }: MouseEvent) => target instanceof HTMLElement && target.closest('button, input')

/**
 * Pointer handling of a grid: a click moves the cursor, Shift or dragging extends the selection, a double click opens the
 * cell. On touch, a tap on the current cell opens it.
 */
export function useGridPointer({ input, active, go, goAndOpen, extend }: GridPointerOptions) {
  const isTouch = useRef(false)
  const isDragging = useRef(false)
  return {
    onPointerDown({ pointerType }: PointerEvent) {
      isTouch.current = pointerType === 'touch'
    },
    onMouseDown(event: MouseEvent) {
      const place = cellAt(event)
      if (!place || isControl(event) || event.button !== 0) return
      // The input keeps the focus.
      event.preventDefault()
      if (isTouch.current) return
      input.current?.focus({ preventScroll: true })
      isDragging.current = true
      if (event.shiftKey) extend(place)
      else go(place)
    },
    onMouseOver(event: MouseEvent) {
      if (event.buttons !== 1) isDragging.current = false
      const place = isDragging.current ? cellAt(event) : undefined
      if (place) extend(place)
    },
    onClick(event: MouseEvent) {
      isDragging.current = false
      const place = cellAt(event)
      // A button of a cell may have removed its row; the grid keeps the focus.
      if (isControl(event)) return input.current?.focus({ preventScroll: true })
      if (!place) return
      const isHere = place.row === active.row && place.column === active.column
      if (event.detail >= 2 || (isTouch.current && isHere)) return goAndOpen(place)
      if (!isTouch.current) return
      input.current?.focus({ preventScroll: true })
      go(place)
    },
  }
}
