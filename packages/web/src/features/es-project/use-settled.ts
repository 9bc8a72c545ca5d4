import { useDeferredValue, useEffect, useState } from 'react'

const SETTLES_AFTER_MS = 500

/** Debounces a text. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [value])
  return useDeferredValue(settled)
}
