import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { notify } from '../notice.tsx'
import { type Place, placeAfter, placeOf } from './keyboard.ts'

interface GridKeys {
  scroller: RefObject<HTMLElement | null>
  rows: number
  columns: number
  /** Scrolls to a row. */
  onReach: (row: number) => void
  onToggle: (row: number) => void
  /** Makes a column wider or narrower by some px. */
  onResize: (column: number, by: number) => void
}

const RESIZE_STEP = 16

/** Opens the context menu of an element's row, below the element. */
export function openRowMenu(element: HTMLElement): void {
  const { left, bottom } = element.getBoundingClientRect()
  element.dispatchEvent(
    new MouseEvent('contextmenu', {
      bubbles: true,
      cancelable: true,
      clientX: left + 8,
      clientY: bottom - 4,
    }),
  )
}

/** Copies and shows a notice. */
export async function copyAndTell(text: string): Promise<void> {
  const isDone = await copyText(text)
  notify(isDone ? '已复制' : '浏览器不允许复制', isDone ? 'success' : 'error')
}

/** Keyboard of a table: arrows move between cells, Space selects the row, Enter activates, Ctrl+C copies, `.` opens the row's menu. */
export function useGridKeys({ scroller, rows, columns, onReach, onToggle, onResize }: GridKeys) {
  const [active, setActive] = useState<Place>()
  const isMoving = useRef(false)

  useLayoutEffect(() => {
    if (!isMoving.current || !active) return
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell="${active.row}:${active.column}"]`)
    if (!cell) return // it is drawn once its row has been scrolled to
    isMoving.current = false
    cell.focus()
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const place = placeOf(event.target.dataset['cell'])
    if (place) setActive(place)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event
    if (!(target instanceof HTMLElement)) return
    const from = placeOf(target.dataset['cell'])
    if (!from) return // a control inside a cell has keys of its own
    if (event.key === ' ') onToggle(from.row)
    else if (event.key === '.') openRowMenu(target)
    else if (event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight'))
      onResize(from.column, event.key === 'ArrowLeft' ? -RESIZE_STEP : RESIZE_STEP)
    else if (event.key === 'Enter') target.querySelector<HTMLElement>('a, button')?.click()
    else if (event.key === 'c' && (event.ctrlKey || event.metaKey) && String(getSelection()) === '')
      void copyAndTell(target.dataset['text'] ?? '')
    else {
      const to = placeAfter(from, event, rows, columns)
      if (!to) return
      isMoving.current = true
      setActive(to)
      onReach(to.row)
    }
    event.preventDefault()
  }

  return {
    active: active ?? (rows > 0 ? { row: 0, column: 0 } : undefined),
    bodyProps: { onFocus, onKeyDown },
  }
}
