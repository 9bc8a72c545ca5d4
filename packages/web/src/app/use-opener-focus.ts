import { type RefObject, useRef } from 'react'

/** Returns the focus to a panel's opener on close, unless the user has focused something else. */
export function useOpenerFocus(opener: RefObject<HTMLElement | null>) {
  const hasTurned = useRef(false)
  return {
    onInteractOutside(event: Event) {
      // The opener handles its own click.
      if (event.target instanceof Node && opener.current?.contains(event.target)) event.preventDefault()
      else hasTurned.current = true
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      if (!hasTurned.current) opener.current?.focus()
      hasTurned.current = false
    },
  }
}
