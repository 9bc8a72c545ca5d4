import { useCallback, useEffect, useState } from 'react'
import { notify } from '../ui/notice.tsx'

interface Part<M> {
  /** What the part exports, once it was wanted and has come. */
  part: M | undefined
  /** Fetches it ahead, as when a pointer comes near. */
  prefetch: () => void
}

/**
 * A part of the build that a press needs, so that who never presses need not load it. Where it cannot be fetched that is
 * told, and it is asked for again at the next press.
 * @param load imports it; the same function each time
 * @param onFailure takes the press back
 */
export function usePart<M>(load: () => Promise<M>, isWanted: boolean, onFailure: () => void): Part<M> {
  const [part, setPart] = useState<M>()
  const isAwaited = isWanted && part === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: what takes the press back may be another with each drawing
  useEffect(() => {
    if (!isAwaited) return
    let isOver = false
    load().then(
      (loaded) => isOver || setPart(() => loaded),
      () => {
        if (isOver) return
        notify('页面未能加载，请刷新后重试')
        onFailure()
      },
    )
    return () => {
      isOver = true
    }
  }, [load, isAwaited])
  const prefetch = useCallback(() => void load().catch(() => undefined), [load])
  return { part, prefetch }
}
