import { useEffect, useSyncExternalStore } from 'react'

/** A value loaded once for the whole page. */
export interface SharedLoad<T> {
  /** Loads the value, or retries after a failure. */
  get(): Promise<T>
  peek(): T | undefined
  subscribe(listener: () => void): () => void
}

/** @param onError called once per failure */
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

/** Returns the value and loads it on first use, unless it is not needed. */
export function useShared<T>(shared: SharedLoad<T>, isNeeded = true): T | undefined {
  const value = useSyncExternalStore(shared.subscribe, shared.peek, nothing)
  useEffect(() => {
    // The failure was reported; the value stays missing.
    if (isNeeded) shared.get().catch(nothing)
  }, [shared, isNeeded])
  return value
}
