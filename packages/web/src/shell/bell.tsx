import { useRef, useState } from 'react'
import { Icon } from '../ui/icons.tsx'
import { usePart } from './use-part.ts'
import { useUnreadCount } from './use-unread-count.ts'

const loadPanel = () => import('../features/messages/message-panel.tsx')

const MOST_SHOWN = 99

/** The unread count, which opens the messages. A new message does not shift the layout. */
export function Bell() {
  const { count, announced } = useUnreadCount()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  const { part, prefetch } = usePart(loadPanel, isOpen, close)
  const words = count === undefined ? '未读消息' : `有${count}条未读消息`
  return (
    <>
      <button
        ref={opener}
        type="button"
        title={words}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        className="relative inline-grid size-8 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink"
      >
        <Icon name="bell" size={18} />
        {count !== undefined && count > 0 && (
          <span
            aria-hidden="true"
            className="absolute -top-0.5 left-4 min-w-4 rounded-full bg-danger px-1 text-center text-[10px] text-surface leading-4"
          >
            {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
          </span>
        )}
        <span className="sr-only">{words}</span>
      </button>
      <span role="status" className="sr-only">
        {announced}
      </span>
      {part && <part.MessagePanel isOpen={isOpen} onClose={close} opener={opener} unread={count ?? 0} />}
    </>
  )
}
