import { type RefObject, useEffect, useRef, useState } from 'react'
import type { View } from '../app/views/views.ts'
import { Icon } from '../ui/icons.tsx'
import { usePart } from './use-part.ts'

const loadList = () => import('./tag-list.tsx')

/** Whether the tags are wider than their bar. */
export function useOverflow(bar: RefObject<HTMLElement | null>): boolean {
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const element = bar.current
    const list = element?.firstElementChild
    if (!element || !list) return
    // Measured against the whole strip, so that the tools themselves change nothing.
    const measure = () =>
      setCut(list.scrollWidth > (element.parentElement?.clientWidth ?? element.clientWidth) - 24)
    const observer = new ResizeObserver(measure)
    for (const each of [element, list]) observer.observe(each)
    return () => observer.disconnect()
  }, [bar])
  return isCut
}

interface TagToolsProps {
  bar: RefObject<HTMLElement | null>
  views: readonly View[]
  shown: string
  onOpen: (view: View) => void
}

const tool = 'grid size-7 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink'

/** Scrolls tags that do not fit, and lists them all. */
export function TagTools({ bar, views, shown, onOpen }: TagToolsProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  const { part, prefetch } = usePart(loadList, isOpen, close)
  const scroll = (side: 1 | -1) =>
    bar.current?.scrollBy({ left: side * bar.current.clientWidth * 0.8, behavior: 'smooth' })
  return (
    <div className="flex shrink-0 items-center border-line border-l pl-1.5">
      <button
        type="button"
        title="向左滚动"
        aria-label="向左滚动页签"
        className={tool}
        onClick={() => scroll(-1)}
      >
        <Icon name="chevronLeft" size={14} />
      </button>
      <button
        type="button"
        title="向右滚动"
        aria-label="向右滚动页签"
        className={tool}
        onClick={() => scroll(1)}
      >
        <Icon name="chevronRight" size={14} />
      </button>
      <button
        ref={opener}
        type="button"
        title="全部页签"
        aria-label={`全部页签，共 ${views.length} 个`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        className={tool}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setOpen(true)}
      >
        <Icon name="chevronDown" size={14} />
      </button>
      {part && (
        <part.TagList
          views={views}
          shown={shown}
          isOpen={isOpen}
          opener={opener}
          onOpen={onOpen}
          onClose={close}
        />
      )}
    </div>
  )
}
