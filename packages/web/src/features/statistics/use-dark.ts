import { useSyncExternalStore } from 'react'

const root = () => document.documentElement

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(root(), { attributes: true, attributeFilter: ['class'] })
  return () => observer.disconnect()
}

/** Whether the page is dark. */
export const useDark = (): boolean => useSyncExternalStore(subscribe, () => root().classList.contains('dark'))
