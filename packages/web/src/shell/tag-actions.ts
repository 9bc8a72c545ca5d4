import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useViewStore } from '../app/views/view-store.ts'
import { nextAfter, type View } from '../app/views/views.ts'

/** A confirmation before views with unsaved input are closed. */
export interface CloseQuestion {
  losing: readonly View[]
  /** The requested action: close views, or reload one. */
  action: '关闭' | '刷新'
  proceed: () => void
}

/** Actions on tags. Closing the current one shows its neighbour. Unsaved input needs a confirmation first. */
export function useTagActions(shown: string) {
  const navigate = useNavigate()
  const store = useViewStore()
  const [question, ask] = useState<CloseQuestion>()
  const go = (view: View | undefined) =>
    void navigate(view ? { to: view.href } : { to: '/' }).then(() => view ?? store.returned())

  function unlessUnsaved(views: readonly View[], action: CloseQuestion['action'], proceed: () => void): void {
    const losing = views.filter(({ key }) => store.unsaved.isIn(key))
    if (losing.length === 0) {
      proceed()
      return
    }
    ask({
      losing,
      action,
      proceed() {
        ask(undefined)
        proceed()
      },
    })
  }
  function change(act: () => void, going: (view: View) => boolean, next?: View): void {
    const before = store.state.get().views
    const leaving = before.filter((view) => !view.affix && going(view))
    unlessUnsaved(leaving, '关闭', () => {
      act()
      const after = store.state.get().views
      if (next) go(next)
      else if (!after.some(({ key }) => key === shown)) go(nextAfter(before, after, shown))
    })
  }
  return {
    question,
    keep: () => ask(undefined),
    close: (view: View) =>
      change(
        () => store.close(view.key),
        ({ key }) => key === view.key,
      ),
    closeOthers: (view: View) =>
      change(
        () => store.closeOthers(view.key),
        ({ key }) => key !== view.key,
        view,
      ),
    closeAll: () => change(store.closeAll, () => true),
    refresh: (view: View) =>
      unlessUnsaved([view], '刷新', () => {
        store.refresh(view.key)
        if (view.key !== shown) go(view)
      }),
    open: go,
  }
}

export type TagActions = ReturnType<typeof useTagActions>
