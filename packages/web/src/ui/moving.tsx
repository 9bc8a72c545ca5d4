import { type RefObject, useLayoutEffect, useRef } from 'react'
import { IconButton } from './button.tsx'

interface MoveButtonsProps {
  /** Key of the item in its list. */
  id: string | number
  index: number
  /** Index of the last item. */
  last: number
  /** What the buttons are called, such as 上移 备注. */
  labels: readonly [up: string, down: string]
  onMove: (to: number) => void
}

/** Moves an item of a list by one place. Not disabled at the ends, so that a button keeps the focus when its item gets there. */
export function MoveButtons({ id, index, last, labels: [up, down], onMove }: MoveButtonsProps) {
  return (
    <>
      <IconButton
        icon="sortUp"
        label={up}
        data-move={`${id}-up`}
        aria-disabled={index === 0}
        className="aria-disabled:opacity-40"
        onClick={() => onMove(index - 1)}
      />
      <IconButton
        icon="sortDown"
        label={down}
        data-move={`${id}-down`}
        aria-disabled={index === last}
        className="aria-disabled:opacity-40"
        onClick={() => onMove(index + 1)}
      />
    </>
  )
}

/** Returns what to call before a move. An item that moves in the document loses the focus, and its button gets it back. */
export function useMoveFocus(list: RefObject<HTMLElement | null>): () => void {
  const focused = useRef<string>(undefined)
  useLayoutEffect(() => {
    const name = focused.current
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-move]') ?? [])]
    if (name) buttons.find(({ dataset }) => dataset['move'] === name)?.focus()
    focused.current = undefined
  })
  return () => {
    const active = document.activeElement
    focused.current = active instanceof HTMLElement ? active.dataset['move'] : undefined
  }
}
