import { createContext, useContext, useEffect } from 'react'
import { useViewStore } from './view-store.ts'
import type { View } from './views.ts'

/** The view that contains a component; undefined outside the frame. */
export const ViewContext = createContext<View | undefined>(undefined)

/** @throws Error outside a view */
export function useView(): View {
  const view = useContext(ViewContext)
  if (!view) throw new Error('a screen stands inside a view')
  return view
}

/** Sets the title of the view's tag. */
export function useViewTitle(title: string | undefined): void {
  const { key } = useView()
  const views = useViewStore()
  useEffect(() => {
    if (title) views.title(key, title)
  }, [key, title, views])
}
