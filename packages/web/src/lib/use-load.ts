import { useEffect, useEffectEvent, useState } from 'react'

export interface Load<T> {
  data: T | undefined
  error: Error | undefined
  /** Reloads it. The old value stays until then. */
  again(): void
}

/**
 * Loads a value when a component is shown, while it is needed.
 * @param onError called once per failure
 */
export function useLoad<T>(
  load: (signal: AbortSignal) => Promise<T>,
  onError: (error: Error) => void,
  isNeeded = true,
): Load<T> {
  const [round, setRound] = useState(0)
  const [{ data, error }, setState] = useState<{ data?: T; error?: Error }>({})
  const fetchIt = useEffectEvent(load)
  const fail = useEffectEvent((cause: unknown) => {
    const failure = cause instanceof Error ? cause : new Error(String(cause))
    setState((before) => ({ ...before, error: failure }))
    onError(failure)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round fetches again
  useEffect(() => {
    if (!isNeeded) return
    const call = new AbortController()
    fetchIt(call.signal).then(
      (found) => call.signal.aborted || setState({ data: found }),
      (cause) => call.signal.aborted || fail(cause),
    )
    return () => call.abort()
  }, [isNeeded, round])
  return { data, error, again: () => setRound((before) => before + 1) }
}
