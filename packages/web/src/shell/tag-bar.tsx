import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useViews } from '../app/views/view-store.ts'
import type { View } from '../app/views/views.ts'
import { Icon } from '../ui/icons.tsx'
import { type TagActions, useTagActions } from './tag-actions.ts'
import type { OpenedTag } from './tag-menu.tsx'
import { TagTools, useOverflow } from './tag-tools.tsx'
import { type Point, useLongPress } from './use-long-press.ts'
import { usePart } from './use-part.ts'

const loadMenu = () => import('./tag-menu.tsx')
const loadQuestion = () => import('./close-dialog.tsx')

interface TagProps {
  view: View
  isShown: boolean
  actions: TagActions
  onMenu: (view: View, at: Point) => void
}

/** Scrolls a strip to one of its tags. `scrollIntoView` would also move the place from which Tab goes on. */
function reveal(tag: Element, bar: Element): void {
  const { left, right } = tag.getBoundingClientRect()
  const room = bar.getBoundingClientRect()
  bar.scrollLeft += Math.min(0, left - room.left) + Math.max(0, right - room.right)
}

function Tag({ view, isShown, actions, onMenu }: TagProps) {
  const ref = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const bar = ref.current?.closest('[data-tags]')
    if (!isShown || !bar) return
    // Also when the strip becomes shorter, as by the tools at its end.
    const observer = new ResizeObserver(() => ref.current && reveal(ref.current, bar))
    observer.observe(bar)
    return () => observer.disconnect()
  }, [isShown])
  const { stop, ...press } = useLongPress((at) => onMenu(view, at))
  const look = isShown
    ? 'border-brand bg-brand-soft text-brand-ink'
    : 'border-line bg-surface text-ink-soft hover:text-ink'
  return (
    <li
      ref={ref}
      {...press}
      onContextMenu={(event) => {
        event.preventDefault()
        stop()
        onMenu(view, pointOf(event))
      }}
      className={`flex h-7 shrink-0 items-center rounded-md border text-xs [-webkit-touch-callout:none] ${look}`}
    >
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
  )
}

/** Position of a tag's menu: at the pointer, or below the tag for the keyboard. */
function pointOf({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>): Point {
  if (clientX !== 0 || clientY !== 0) return { x: clientX, y: clientY }
  const { left, bottom } = currentTarget.getBoundingClientRect()
  return { x: left, y: bottom }
}

/** Tags of the visited pages. Each page keeps its state until it is closed. */
export function TagBar({ shown }: { shown: string }) {
  const { views } = useViews()
  const actions = useTagActions(shown)
  const bar = useRef<HTMLDivElement>(null)
  const isCut = useOverflow(bar)
  const opener = useRef<HTMLElement>(null)
  const [opened, setOpened] = useState<OpenedTag>()
  const close = () => setOpened((tag) => tag && { ...tag, isOpen: false })
  const { part, prefetch } = usePart(loadMenu, opened?.isOpen ?? false, close)
  const question = usePart(loadQuestion, actions.question !== undefined, actions.keep)
  const openMenu = (view: View, at: Point) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setOpened({ view, isOpen: true, at })
  }
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
      onPointerEnter={prefetch}
      onFocus={prefetch}
      aria-label="已打开的页面"
      className="flex items-center gap-1.5 border-line border-b bg-surface px-3 py-1"
      data-print="none"
    >
      <div ref={bar} data-tags="" className="min-h-7 min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]">
        <ul className="flex w-max items-center gap-1.5">
          {views.map((view) => (
            <Tag
              key={view.key}
              view={view}
              isShown={view.key === shown}
              actions={actions}
              onMenu={openMenu}
            />
          ))}
        </ul>
      </div>
      {isCut && <TagTools bar={bar} views={views} shown={shown} onOpen={actions.open} />}
      {question.part && actions.question && (
        <question.part.CloseDialog question={actions.question} onKeep={actions.keep} />
      )}
      {part && opened && <part.TagMenu {...opened} actions={actions} onClose={close} opener={opener} />}
    </nav>
  )
}
