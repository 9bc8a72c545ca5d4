import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isScreen } from '../app/screens.ts'
import { sessionQueries } from '../app/session-queries.ts'
import { buttonClass, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'

const CENTER = '/user/messageinformation'

/** How many messages wait, and the way to them. */
export function UnreadLink() {
  const { data } = useQuery(sessionQueries.unread)
  const count = data?.count ?? 0
  const words = `有${count}条未读消息`
  const inside = (
    <>
      <span className="relative">
        <Icon name="bell" size={18} />
        {count > 0 && <span className="-top-0.5 -right-0.5 absolute size-2 rounded-full bg-danger" />}
      </span>
      <span className="max-lg:sr-only">{words}</span>
    </>
  )
  const look = 'flex items-center gap-1.5 rounded-md px-2 py-1.5 text-ink-soft text-s'
  if (!isScreen(CENTER)) return <span className={look}>{inside}</span>
  return (
    <Link to={CENTER} title={words} className={`${look} hover:bg-hover hover:text-ink`}>
      {inside}
    </Link>
  )
}

/** Says on load that messages wait, once for this load. */
export function UnreadAlert() {
  const { data } = useQuery(sessionQueries.unread)
  const [isDismissed, setDismissed] = useState(false)
  if (isDismissed || !data?.count || !isScreen(CENTER)) return null
  return (
    <div
      role="alert"
      className="fixed right-4 bottom-4 z-30 flex items-center gap-3 rounded-lg border border-line bg-surface py-2.5 pr-2 pl-4 text-s shadow-float"
    >
      您有消息未读，请尽快查看
      <Link to={CENTER} className={buttonClass('primary')} onClick={() => setDismissed(true)}>
        查看
      </Link>
      <IconButton icon="close" label="关闭" onClick={() => setDismissed(true)} />
    </div>
  )
}
