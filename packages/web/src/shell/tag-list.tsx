import * as Menu from '@radix-ui/react-dropdown-menu'
import type { RefObject } from 'react'
import { useOpenerFocus } from '../app/use-opener-focus.ts'
import type { View } from '../app/views/views.ts'
import { Icon } from '../ui/icons.tsx'

interface TagListProps {
  views: readonly View[]
  shown: string
  isOpen: boolean
  /** Button that opened the list. */
  opener: RefObject<HTMLElement | null>
  onOpen: (view: View) => void
  onClose: () => void
}

/** All opened pages with their full titles. */
export function TagList({ views, shown, isOpen, opener, onOpen, onClose }: TagListProps) {
  const focus = useOpenerFocus(opener)
  const { right = 0, bottom = 0 } = opener.current?.getBoundingClientRect() ?? {}
  return (
    <Menu.Root open={isOpen} onOpenChange={(next) => next || onClose()}>
      <Menu.Trigger asChild>
        <span aria-hidden="true" className="pointer-events-none fixed" style={{ left: right, top: bottom }} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content
          {...focus}
          aria-label="已打开的页面"
          aria-labelledby={undefined}
          align="end"
          sideOffset={4}
          className="z-40 max-h-[70dvh] w-80 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md border border-line bg-surface p-1 text-ink shadow-float"
        >
          {views.map((view) => (
            <Menu.Item
              key={view.key}
              onSelect={() => onOpen(view)}
              className="flex cursor-pointer select-none items-center gap-2 rounded px-2.5 py-1.5 text-s outline-none data-highlighted:bg-hover"
            >
              <span className={`min-w-0 flex-1 break-words ${view.key === shown ? 'text-brand-ink' : ''}`}>
                {view.title}
              </span>
              {view.key === shown && <Icon name="check" />}
            </Menu.Item>
          ))}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}
