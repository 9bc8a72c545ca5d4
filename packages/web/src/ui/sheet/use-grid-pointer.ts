import type { ChangeEvent, MouseEvent, RefObject } from 'react'
import { flushSync } from 'react-dom'
import { type Place, placeOf } from '../table/keyboard.ts'

interface GridPointerOptions {
  scroller: RefObject<HTMLElement | null>
  active: Place
  go: (place: Place, edit?: boolean) => void
}

/** On touch, a tap on the current cell opens it. */
const isTap = ({ nativeEvent }: MouseEvent) =>
  nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'

/** Opens the choices of a cell opened by pointer, which closes after one choice. */
function unfold(grid: HTMLElement | null): void {
  const list = grid?.querySelector<HTMLSelectElement>('select.grid-editor')
  if (!list) return
  list.dataset['pointed'] = ''
  list.showPicker?.()
}

/** Pointer handling of a grid: a click moves the cursor, a second click opens the cell. */
export function useGridPointer({ scroller, active, go }: GridPointerOptions) {
  return {
    onClick(event: MouseEvent) {
      const { target, detail } = event
      const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-cell]') : null
      const place = placeOf(cell?.dataset['cell'])
      // A button of a cell may have removed its row; the grid keeps the focus.
      if (target instanceof HTMLElement && target.closest('button'))
        scroller.current?.focus({ preventScroll: true })
      if (!place || target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return
      const isHere = place.row === active.row && place.column === active.column
      if (detail < 2 && !(isHere && isTap(event))) return go(place)
      flushSync(() => go(place, true))
      unfold(scroller.current)
    },
    onChange({ target }: ChangeEvent) {
      if (target instanceof HTMLSelectElement && target.dataset['pointed'] !== undefined)
        scroller.current?.focus({ preventScroll: true })
    },
  }
}
