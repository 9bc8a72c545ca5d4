import { useNavigate } from '@tanstack/react-router'
import { isUnsavedView, viewStore } from '../app/views/view-store.ts'
import { nextAfter, type View } from '../app/views/views.ts'

const mayLose = (views: readonly View[]): boolean => {
  const losing = views.filter(({ key }) => isUnsavedView(key))
  return (
    losing.length === 0 ||
    window.confirm(`“${losing.map(({ title }) => title).join('”、“')}”尚有未保存的内容，确定关闭吗？`)
  )
}

/** Actions on tags. Closing the current one shows its neighbour. */
export function useTagActions(shown: string) {
  const navigate = useNavigate()
  const go = (view: View | undefined) =>
    void navigate(view ? { to: view.href } : { to: '/' }).then(() => view ?? viewStore.returned())
  function change(act: () => void, going: (view: View) => boolean): boolean {
    const before = viewStore.get().views
    if (!mayLose(before.filter((view) => !view.affix && going(view)))) return false
    act()
    const after = viewStore.get().views
    if (!after.some(({ key }) => key === shown)) go(nextAfter(before, after, shown))
    return true
  }
  return {
    close: (view: View) =>
      change(
        () => viewStore.close(view.key),
        ({ key }) => key === view.key,
      ),
    closeOthers(view: View) {
      if (
        change(
          () => viewStore.closeOthers(view.key),
          ({ key }) => key !== view.key,
        )
      )
        go(view)
    },
    closeAll: () => change(viewStore.closeAll, () => true),
    refresh(view: View) {
      if (!mayLose([view])) return
      viewStore.refresh(view.key)
      if (view.key !== shown) go(view)
    },
    open: go,
  }
}

export type TagActions = ReturnType<typeof useTagActions>
