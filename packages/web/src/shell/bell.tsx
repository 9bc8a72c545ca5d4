import { useRef, useState } from 'react'
import { GrantedLink } from '../app/granted-link.tsx'
import { Icon } from '../ui/icons.tsx'
import { usePart } from './use-part.ts'
import { useUnreadCount } from './use-unread-count.ts'

const loadPanel = () => import('../features/messages/message-panel.tsx')
const loadAlert = () => import('./unread-alert.tsx')

const MOST_SHOWN = 99

const look =
  'inline-grid size-8 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink'

/** The unread count, which opens the messages, and the way to all of them. A new message does not shift the layout. */
export function Bell() {
  const { count, hadUnread, forget, announced } = useUnreadCount()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  const { part, prefetch } = usePart(loadPanel, isOpen, close)
  const alert = usePart(loadAlert, hadUnread, forget)
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
        className={`relative whitespace-nowrap sm:w-auto sm:min-w-30 sm:px-2 sm:text-s ${look}`}
      >
        <span className="sm:hidden">
          <Icon name="bell" size={18} />
        </span>
        {count !== undefined && count > 0 && (
          <span aria-hidden="true" className="unread-count">
            {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
          </span>
        )}
        <span className="max-sm:sr-only">{words}</span>
      </button>
      <GrantedLink to="/user/messageinformation" title="消息中心" className={look}>
        <Icon name="mail" size={18} />
        <span className="sr-only">消息中心</span>
      </GrantedLink>
      <span role="status" className="sr-only">
        {announced}
      </span>
      {part && <part.MessagePanel isOpen={isOpen} onClose={close} opener={opener} unread={count ?? 0} />}
      {hadUnread && alert.part && <alert.part.UnreadAlert onClose={forget} />}
    </>
  )
}
