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
}

/** Copies and shows a notice. */
export async function copyAndTell(text: string): Promise<void> {
  const isDone = await copyText(text)
  notify(isDone ? '已复制' : '浏览器不允许复制', isDone ? 'success' : 'error')
}

/** Keyboard of a table: arrows move between cells, Space selects the row, Enter activates, Ctrl+C copies. */
export function useGridKeys({ scroller, rows, columns, onReach, onToggle }: GridKeys) {
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
