import { useNavigate } from '@tanstack/react-router'
import { momentOf } from '../../lib/moment.ts'
import { paragraphsOf } from '../../lib/rich-text.ts'
import { Button } from '../../ui/button.tsx'
import { useMessageTarget } from './message-target.ts'
import type { Message } from './queries.ts'

interface MessageItemProps {
  message: Message
  /** Called before the page of the message is shown. */
  onLeave: () => void
  /** Shows a message that leads to no page. */
  onOpen: () => void
}

/** A message in the panel, with one action: to what it is about, or to its text. */
export function MessageItem({ message, onLeave, onOpen }: MessageItemProps) {
  const navigate = useNavigate()
  const target = useMessageTarget()(message)
  const isNew = message.read === false
  const act = () => {
    if (!target) return onOpen()
    onLeave()
    void navigate({ to: target.href })
  }
  return (
    <li className="flex items-start gap-2.5 border-line border-t px-4 py-3 first:border-t-0">
      <span
        aria-hidden="true"
        className={`mt-1.5 size-2 shrink-0 rounded-full ${isNew ? 'bg-brand' : 'bg-transparent'}`}
      />
      <div className="min-w-0 flex-1">
        <p className={`line-clamp-2 break-words text-s ${isNew ? 'font-medium' : 'text-ink-soft'}`}>
          {isNew && <span className="sr-only">未读：</span>}
          {message.title}
        </p>
        <p className="mt-0.5 line-clamp-3 break-words text-ink-soft text-xs">
          {paragraphsOf(message.content ?? '').join(' ')}
        </p>
        <p className="mt-0.5 text-ink-faint text-xs">
          {momentOf(message.publishTime ?? message.createTime ?? '')}
          {message.done === true && '　已办结'}
        </p>
      </div>
      <Button className="shrink-0" aria-label={`${target?.label ?? '查看'}：${message.title}`} onClick={act}>
        {target?.label ?? '查看'}
      </Button>
    </li>
  )
}
