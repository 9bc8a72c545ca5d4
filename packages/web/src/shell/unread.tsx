import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { followUnread } from '@xinchu/sdk'
import { useEffect, useState } from 'react'
import { isScreen } from '../app/screens.ts'
import { sdk } from '../app/sdk.ts'
import { sessionQueries } from '../app/session-queries.ts'
import { buttonClass, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'

const CENTER = '/user/messageinformation'

const ASK_AGAIN_MS = 60_000

/**
 * Unread count by server-sent events, with polling as a fallback. Hidden pages do not listen, because browsers limit the
 * connections per site.
 */
function useUnreadCount(): number | undefined {
  const client = useQueryClient()
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    let listening: AbortController | undefined
    const listen = () => {
      listening?.abort()
      if (document.hidden) return
      listening = new AbortController()
      const { signal } = listening
      void followUnread(sdk.messages, {
        signal,
        onCount: (count) => client.setQueryData(sessionQueries.unread.queryKey, { count }),
        onLive: setLive,
      })
    }
    listen()
    document.addEventListener('visibilitychange', listen)
    return () => {
      document.removeEventListener('visibilitychange', listen)
      listening?.abort()
    }
  }, [client])
  const { data } = useQuery({ ...sessionQueries.unread, refetchInterval: isLive ? false : ASK_AGAIN_MS })
  return data?.count
}

/** Unread count, linked to the messages. */
export function UnreadLink() {
  const count = useUnreadCount()
  const words = count === undefined ? '未读消息' : `有${count}条未读消息`
  const inside = (
    <>
      <span className="relative">
        <Icon name="bell" size={18} />
        {count !== undefined && count > 0 && (
          <span className="-top-0.5 -right-0.5 absolute size-2 rounded-full bg-danger" />
        )}
      </span>
      {/* Reserves space until the number is known. */}
      <span className={`max-lg:sr-only ${count === undefined ? 'invisible' : ''}`}>
        有{count ?? 0}条未读消息
      </span>
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

/** Shows a notice about unread messages once per page load. */
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
