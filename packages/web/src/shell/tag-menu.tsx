import * as Menu from '@radix-ui/react-dropdown-menu'
import type { RefObject } from 'react'
import { useOpenerFocus } from '../app/use-opener-focus.ts'
import type { View } from '../app/views/views.ts'
import type { TagActions } from './tag-actions.ts'
import type { Point } from './use-long-press.ts'

/** Tag whose menu is, or was last, open. */
export interface OpenedTag {
  view: View
  isOpen: boolean
  at: Point
}

interface TagMenuProps extends OpenedTag {
  actions: TagActions
  onClose: () => void
  /** Element focused before. */
  opener: RefObject<HTMLElement | null>
}

const item = 'cursor-pointer select-none rounded px-2.5 py-1.5 text-s outline-none data-highlighted:bg-hover'

/** Context menu of a tag. */
export function TagMenu({ view, isOpen, at, actions, onClose, opener }: TagMenuProps) {
  const focus = useOpenerFocus(opener)
  const entries: readonly (readonly [name: string, act: (view: View) => void])[] = [
    ['刷新', actions.refresh],
    ...(view.affix ? [] : [['关闭', actions.close] as const]),
    ['关闭其他', actions.closeOthers],
    ['关闭全部', actions.closeAll],
  ]
  return (
    <Menu.Root open={isOpen} onOpenChange={(next) => next || onClose()}>
      <Menu.Trigger asChild>
        <span aria-hidden="true" className="pointer-events-none fixed" style={{ left: at.x, top: at.y }} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content
          {...focus}
          aria-label={view.title}
          aria-labelledby={undefined}
          side="right"
          sideOffset={2}
          align="start"
          className="z-40 w-[105px] rounded-md border border-line bg-surface p-1 text-ink shadow-float"
        >
          {entries.map(([name, act]) => (
            <Menu.Item key={name} className={item} onSelect={() => act(view)}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}
