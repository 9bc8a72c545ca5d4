import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether the page is hydrated: false while prerendering and in the first render. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
