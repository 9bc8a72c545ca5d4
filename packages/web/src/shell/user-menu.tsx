import { useSuspenseQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { sessionQueries } from '../app/session-queries.ts'
import { Icon } from '../ui/icons.tsx'
import { usePart } from './use-part.ts'

const loadList = () => import('./user-menu-list.tsx')

const KEYS: ReadonlySet<string> = new Set(['Enter', ' ', 'ArrowDown'])

/** Company name with the account menu. */
export function UserMenu() {
  const { data } = useSuspenseQuery(sessionQueries.info)
  const [opened, setOpened] = useState<'pointer' | 'key'>()
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()
  const isOpen = opened !== undefined
  const close = () => setOpened(undefined)
  const { part, prefetch } = usePart(loadList, isOpen, close)
  const press = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey) return
    // While open, the list has the focus, not its opener.
    if (!isOpen) event.preventDefault()
    setOpened(isOpen ? undefined : 'pointer')
  }
  const pressKey = (event: KeyboardEvent) => {
    if (!KEYS.has(event.key)) return
    event.preventDefault()
    setOpened('key')
  }
  return (
    <div className="relative min-w-0">
      <button
        ref={opener}
        id={`${id}-opener`}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen && part ? id : undefined}
        onPointerDown={press}
        onKeyDown={pressKey}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        className="flex w-full min-w-0 items-center gap-1.5 rounded-md px-2 py-1.5 text-s hover:bg-hover"
      >
        <Icon name="user" size={18} className="text-ink-soft" />
        <span className="max-w-44 truncate max-sm:sr-only">
          {data.user.companyName ?? data.user.username}
        </span>
        <Icon name="chevronDown" size={14} className="text-ink-faint max-sm:hidden" />
      </button>
      {part && (
        <part.UserMenuList id={id} isOpen={isOpen} onClose={close} opener={opener} byKey={opened === 'key'} />
      )}
    </div>
  )
}
