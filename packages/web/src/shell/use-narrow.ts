import { useSyncExternalStore } from 'react'

// The specification's breakpoint: below 992 px is mobile.
const narrow = window.matchMedia('(width < 992px)')

const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Whether the window is narrow, as on a phone or tablet. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
