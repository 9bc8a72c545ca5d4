import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent as PointerPress,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
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

/** Opens what the name of a row leads to. */
function openRow(row: Element): void {
  row.querySelector<HTMLElement>('[data-cell] :is(a, button:not([aria-haspopup]))')?.click()
}

const CONTROLS = 'a, button, input, select, textarea, label, [contenteditable="true"]'

/** Whether a control keeps a key for itself. A link has Enter, a box Space, a button both; a field keeps all. */
function keepsKey(control: HTMLElement, key: string): boolean {
  if (control.matches('a')) return key === 'Enter'
  if (control.matches('button')) return key === 'Enter' || key === ' '
  return control.matches('input[type="checkbox"]') ? key === ' ' : true
}

/** The cell that a key acts on: the one with the focus, or that of the focused control; the first for the box of a row. */
function cellAt(target: HTMLElement, key: string): HTMLElement | undefined {
  const row = target.closest('tr[data-row]')
  if (!row) return undefined
  if (target.dataset['cell'] === undefined && keepsKey(target, key)) return undefined
  return (
    target.closest<HTMLElement>('[data-cell]') ?? row.querySelector<HTMLElement>('[data-cell]') ?? undefined
  )
}

/** Enter presses the control of a cell, or opens its row. */
function enter(cell: HTMLElement): void {
  const own = cell.querySelector<HTMLElement>('a, button:not([aria-haspopup])')
  const row = cell.closest('tr')
  if (own) own.click()
  else if (row) openRow(row)
}

/**
 * Keyboard of a table, with the focus anywhere in a row: arrows move between cells, Space selects the row, Enter opens it,
 * Ctrl+C copies, `.` opens the row's menu. A double click opens the row as well.
 */
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
    const cell = target instanceof HTMLElement ? cellAt(target, event.key) : undefined
    const from = placeOf(cell?.dataset['cell'])
    if (!cell || !from) return
    if (event.key === ' ') onToggle(from.row)
    else if (event.key === '.') openRowMenu(cell)
    else if (event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight'))
      onResize(from.column, event.key === 'ArrowLeft' ? -RESIZE_STEP : RESIZE_STEP)
    else if (event.key === 'Enter') enter(cell)
    else if (event.key === 'c' && (event.ctrlKey || event.metaKey) && String(getSelection()) === '')
      void copyAndTell(cell.dataset['text'] ?? '')
    else {
      const to = placeAfter(from, event, rows, columns)
      if (!to) return
      isMoving.current = true
      setActive(to)
      onReach(to.row)
    }
    event.preventDefault()
  }

  const onDoubleClick = ({ target }: PointerPress<HTMLElement>) => {
    const row = target instanceof Element && !target.closest(CONTROLS) && target.closest('tr[data-row]')
    if (row) openRow(row)
  }

  return {
    active: active ?? (rows > 0 ? { row: 0, column: 0 } : undefined),
    bodyProps: { onFocus, onKeyDown, onDoubleClick },
  }
}
