import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { notify } from '../ui/notice.tsx'

interface Part<M> {
  /** The chunk's exports, once requested and loaded. */
  part: M | undefined
  /** Preloads it, for example on hover. */
  prefetch: () => void
}

/**
 * A chunk loaded on demand by a click. A failure is reported, and the next click retries.
 * @param load imports it; must be stable
 * @param onFailure reverts the click
 */
export function usePart<M>(load: () => Promise<M>, isWanted: boolean, onFailure: () => void): Part<M> {
  const [part, setPart] = useState<M>()
  const isAwaited = isWanted && part === undefined
  const fail = useEffectEvent(() => {
    notify('页面未能加载，请刷新后重试')
    onFailure()
  })
  useEffect(() => {
    if (!isAwaited) return
    let isOver = false
    load().then(
      (loaded) => isOver || setPart(() => loaded),
      () => isOver || fail(),
    )
    return () => {
      isOver = true
    }
  }, [load, isAwaited])
  const prefetch = useCallback(() => void load().catch(() => undefined), [load])
  return { part, prefetch }
}
