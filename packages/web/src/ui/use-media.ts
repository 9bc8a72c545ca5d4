import { useSyncExternalStore } from 'react'

/** Whether a media query matches. Updates with the window. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}

/** Whether the window is too narrow for tables. */
export const useIsNarrow = () => useMedia('(max-width: 639px)')
