import { type KeyboardEvent, useRef, useState } from 'react'

const MARK = '[data-mark]'

/** Frame of what a mark belongs to: the marks of a division stand at different places in it. */
const boxOf = (mark: HTMLElement) => (mark.closest('[data-cell]') ?? mark).getBoundingClientRect()

/** Mark of the same kind above or below one; the same where there is none. */
function nextRow(marks: readonly HTMLElement[], at: number, step: 1 | -1): number {
  const here = marks[at]
  if (!here) return at
  const { left, top } = boxOf(here)
  const boxes = marks.map(boxOf)
  const rows = boxes.map((box) => (box.top - top) * step).filter((distance) => distance > 1)
  const nearest = Math.min(...rows)
  const found = boxes.findIndex(
    (box, index) =>
      marks[index]?.dataset['mark'] === here.dataset['mark'] &&
      Math.abs((box.top - top) * step - nearest) < 1 &&
      Math.abs(box.left - left) < 1,
  )
  return found < 0 ? at : found
}

/** Index of the mark that a key leads to; undefined for other keys. */
function stepTo(key: string, marks: readonly HTMLElement[], here: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return here - 1
    case 'ArrowRight':
      return here + 1
    case 'ArrowUp':
      return nextRow(marks, here, -1)
    case 'ArrowDown':
      return nextRow(marks, here, 1)
    case 'Home':
      return 0
    case 'End':
      return marks.length - 1
    default:
      return undefined
  }
}

/** Makes the marks of a drawing one tab stop: the arrows, Home and End move between them. */
export function useRoving() {
  const host = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const onKeyDown = (event: KeyboardEvent) => {
    const marks = [...(host.current?.querySelectorAll<HTMLElement>(MARK) ?? [])]
    const here = marks.findIndex((mark) => mark.contains(document.activeElement))
    const next = stepTo(event.key, marks, here)
    const mark = next === undefined ? undefined : marks[next]
    if (next === undefined) return
    event.preventDefault()
    if (!mark) return
    setAt(next)
    mark.focus()
  }
  /** Properties of a mark. Up and down lead to marks of its kind. */
  const mark = (index: number, kind = '') => ({
    'data-mark': kind,
    tabIndex: index === at ? 0 : -1,
    onKeyDown,
  })
  return { host, mark }
}
