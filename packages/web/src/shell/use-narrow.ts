import { useSyncExternalStore } from 'react'

// The specification's bound: below 992 px a window is a mobile one.
const narrow = window.matchMedia('(width < 992px)')

const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Whether the window is as narrow as a phone's or a tablet's. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
