import { type RefObject, useRef } from 'react'

/** What has the focus when a panel beside the page closes: its opener, unless the user has turned to something else. */
export function useOpenerFocus(opener: RefObject<HTMLElement | null>) {
  const hasTurned = useRef(false)
  return {
    onInteractOutside(event: Event) {
      // The opener closes it by itself.
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
