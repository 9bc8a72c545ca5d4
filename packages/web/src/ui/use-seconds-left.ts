import { useEffect, useState } from 'react'

const SECOND = 1_000

/** Seconds left until a moment of `performance.now()`. */
export function useSecondsLeft(until: number | undefined): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    if (until === undefined) return
    setNow(performance.now())
    const timer = setInterval(() => setNow(performance.now()), SECOND / 4)
    return () => clearInterval(timer)
  }, [until])
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / SECOND))
}
