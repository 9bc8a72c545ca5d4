import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether scripts are at work on this page: not while it is drawn at build, nor at the first drawing over that. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
