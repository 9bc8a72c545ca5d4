import * as ContextMenu from '@radix-ui/react-context-menu'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Icon } from '../ui/icons.tsx'
import { isUnsavedView, useViews, viewStore } from './views/view-store.ts'
import { nextAfter, type View } from './views/views.ts'

const mayLose = (views: readonly View[]): boolean => {
  const losing = views.filter(({ key }) => isUnsavedView(key))
  return (
    losing.length === 0 ||
    window.confirm(`“${losing.map(({ title }) => title).join('”、“')}”尚有未保存的内容，确定关闭吗？`)
  )
}

/** What can be done with tags; where the shown one goes, its neighbour is shown. */
function useTagActions(shown: string) {
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

const item = 'cursor-pointer select-none rounded px-2.5 py-1.5 text-s outline-none data-highlighted:bg-hover'

interface TagProps {
  view: View
  isShown: boolean
  actions: ReturnType<typeof useTagActions>
}

function Tag({ view, isShown, actions }: TagProps) {
  const ref = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isShown) ref.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isShown])
  const look = isShown
    ? 'border-brand bg-brand-soft text-brand-ink'
    : 'border-line bg-surface text-ink-soft hover:text-ink'
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger asChild>
        <li ref={ref} className={`flex h-7 shrink-0 items-center rounded-md border text-xs ${look}`}>
          <button
            type="button"
            aria-current={isShown ? 'page' : undefined}
            title={view.title}
            onClick={() => actions.open(view)}
            onAuxClick={(event) => event.button === 1 && !view.affix && actions.close(view)}
            onKeyDown={(event) => event.key === 'Delete' && !view.affix && actions.close(view)}
            className={`max-w-44 truncate py-1 pl-2.5 ${view.affix ? 'pr-2.5' : 'pr-1'}`}
          >
            {view.title}
          </button>
          {!view.affix && (
            <button
              type="button"
              aria-label={`关闭 ${view.title}`}
              onClick={() => actions.close(view)}
              className="mr-0.5 grid size-6 place-items-center rounded hover:bg-hover"
            >
              <Icon name="close" size={12} />
            </button>
          )}
        </li>
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className="z-40 w-[105px] rounded-md border border-line bg-surface p-1 text-ink shadow-float">
          <ContextMenu.Item className={item} onSelect={() => actions.refresh(view)}>
            刷新
          </ContextMenu.Item>
          {!view.affix && (
            <ContextMenu.Item className={item} onSelect={() => actions.close(view)}>
              关闭
            </ContextMenu.Item>
          )}
          <ContextMenu.Item className={item} onSelect={() => actions.closeOthers(view)}>
            关闭其他
          </ContextMenu.Item>
          <ContextMenu.Item className={item} onSelect={actions.closeAll}>
            关闭全部
          </ContextMenu.Item>
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}

/** The visited pages; each keeps what its user left in it until it is closed. */
export function TagBar({ shown }: { shown: string }) {
  const { views } = useViews()
  const actions = useTagActions(shown)
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = bar.current
    const turn = (event: WheelEvent) => {
      if (!element || element.scrollWidth <= element.clientWidth || event.deltaY === 0) return
      event.preventDefault()
      element.scrollLeft += event.deltaY
    }
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  }, [])
  return (
    <nav
      ref={bar}
      aria-label="已打开的页面"
      className="overflow-x-auto border-line border-b bg-surface px-3 py-1 [scrollbar-width:none]"
      data-print="none"
    >
      <ul className="flex items-center gap-1.5">
        {views.map((view) => (
          <Tag key={view.key} view={view} isShown={view.key === shown} actions={actions} />
        ))}
      </ul>
    </nav>
  )
}
