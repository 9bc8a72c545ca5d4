import { useEffect, useSyncExternalStore } from 'react'

/** Something that is fetched once for the whole page, whoever needs it. */
export interface SharedLoad<T> {
  /** What was fetched, after waiting for it; tries again after a failure. */
  get(): Promise<T>
  peek(): T | undefined
  subscribe(listener: () => void): () => void
}

/** @param onError is told once of each failure */
export function sharedLoad<T>(load: () => Promise<T>, onError: (error: Error) => void): SharedLoad<T> {
  let value: T | undefined
  let flight: Promise<T> | undefined
  const listeners = new Set<() => void>()
  const fetchIt = async (): Promise<T> => {
    try {
      value = await load()
      for (const listener of listeners) listener()
      return value
    } catch (error) {
      flight = undefined
      onError(error instanceof Error ? error : new Error(String(error)))
      throw error
    }
  }
  return {
    get() {
      flight ??= fetchIt()
      return flight
    },
    peek: () => value,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const nothing = () => undefined

/** What was fetched; fetches it where nobody has, unless it is not needed. */
export function useShared<T>(shared: SharedLoad<T>, isNeeded = true): T | undefined {
  const value = useSyncExternalStore(shared.subscribe, shared.peek, nothing)
  useEffect(() => {
    // Its failure was told; what is missing shows as missing.
    if (isNeeded) shared.get().catch(nothing)
  }, [shared, isNeeded])
  return value
}
