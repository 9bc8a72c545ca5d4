import { createContext, useContext, useEffect } from 'react'
import { viewStore } from './view-store.ts'
import type { View } from './views.ts'

/** The view that a component is drawn in; undefined outside of the frame. */
export const ViewContext = createContext<View | undefined>(undefined)

/** @throws Error outside of a view */
export function useView(): View {
  const view = useContext(ViewContext)
  if (!view) throw new Error('a screen stands inside a view')
  return view
}

/** Names the tag after what the page shows. */
export function useViewTitle(title: string | undefined): void {
  const { key } = useView()
  useEffect(() => {
    if (title) viewStore.title(key, title)
  }, [key, title])
}
