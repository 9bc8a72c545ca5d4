import { useCallback, useRef, useState } from 'react'

/** Delay before a tooltip closes, so that the pointer can reach it, ms. */
const LEAVE_MS = 180

/** Mark whose facts are shown: under the pointer or the focus, or chosen. */
export function useShown() {
  const [shown, setShown] = useState<string>()
  const timer = useRef<number>(undefined)
  const show = useCallback((key: string | undefined) => {
    clearTimeout(timer.current)
    if (key !== undefined) setShown(key)
    else timer.current = window.setTimeout(() => setShown(undefined), LEAVE_MS)
  }, [])
  return { shown, show, hide: () => setShown(undefined) }
}
