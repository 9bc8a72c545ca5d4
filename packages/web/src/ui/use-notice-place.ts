import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { type Box, freePlace } from '../lib/free-place.ts'

const CONTROLS =
  'a[href],button,input,select,textarea,label,summary,[role=button],[role=menuitem],[role=option],[role=tab],[role=gridcell],[contenteditable=true]'
const MARGIN = 16
/** Space kept around a control, px. */
const GAP = 4
/** The page may change without an event. */
const LOOK_AGAIN_MS = 400

/** Boxes of the controls that can be seen and pressed now. The notices must be hidden. */
function controlBoxes(): Box[] {
  return [...document.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    if (right <= left || bottom <= top || bottom < 0 || top > innerHeight) return []
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    if (!hit || !element.contains(hit)) return []
    return [{ left: left - GAP, top: top - GAP, right: right + GAP, bottom: bottom + GAP }]
  })
}

/** The part of the window that shows the content. */
function contentArea(): Box {
  const main = document.getElementById('main')?.getBoundingClientRect()
  return {
    left: Math.max(0, main?.left ?? 0) + MARGIN,
    right: Math.min(innerWidth, main?.right ?? innerWidth) - MARGIN,
    top: Math.max(0, main?.top ?? 0),
    bottom: innerHeight - MARGIN,
  }
}

/** Calls `look` when the page may have moved below the notices. */
function watchPage(look: () => void): () => void {
  const timer = setInterval(look, LOOK_AGAIN_MS)
  addEventListener('resize', look)
  document.addEventListener('scrollend', look, true)
  return () => {
    clearInterval(timer)
    removeEventListener('resize', look)
    document.removeEventListener('scrollend', look, true)
  }
}

/**
 * Keeps notices at the lower left of the content, away from every control. They move only when a control would lie below
 * them, and never under the pointer. Where there is no free place, clicks go through them.
 * @param shown changes with what is shown
 */
export function useNoticePlace(ref: RefObject<HTMLElement | null>, shown: unknown, isHeld: boolean) {
  const [isFree, setFree] = useState(true)
  const isEmpty = Array.isArray(shown) && shown.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size depends on what is shown
  useLayoutEffect(() => {
    const element = ref.current
    if (!element || isEmpty || isHeld) return
    const look = () => {
      const { width, height, left, top, right, bottom } = element.getBoundingClientRect()
      element.style.visibility = 'hidden'
      const [area, taken] = [contentArea(), controlBoxes()]
      element.style.visibility = ''
      const isClear = !taken.some(
        (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top,
      )
      const isInside = left >= area.left && right <= area.right + 1 && bottom <= area.bottom + 1
      if (isClear && isInside && element.dataset['placed']) return
      element.dataset['placed'] = 'true'
      const place = freePlace({ width, height }, area, taken)
      setFree(place !== undefined)
      element.style.left = `${place?.left ?? area.left}px`
      element.style.top = `${place?.top ?? area.bottom - height}px`
    }
    look()
    return watchPage(look)
  }, [ref, shown, isEmpty, isHeld])
  useEffect(() => {
    if (isEmpty && ref.current) delete ref.current.dataset['placed']
  }, [ref, isEmpty])
  return isFree
}
