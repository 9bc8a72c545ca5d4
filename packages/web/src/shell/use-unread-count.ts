import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sessionQueries } from '../app/session-queries.ts'

const ASK_AGAIN_MS = 60_000

/**
 * Unread count by server-sent events, with polling as a fallback. Hidden pages do not listen, because browsers limit the
 * connections per site.
 */
function useLiveCount(): number | undefined {
  const client = useQueryClient()
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    let listening: AbortController | undefined
    const listen = () => {
      listening?.abort()
      if (document.hidden) return
      listening = new AbortController()
      const { signal } = listening
      void import('../records/follow-page.ts').then(
        ({ followPage }) => followPage(client, signal, setLive),
        // Without its module the count is polled.
        () => undefined,
      )
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

/**
 * The unread count, whether messages that were unread on load still are, and the text to announce each time new messages
 * arrive.
 */
export function useUnreadCount() {
  const client = useQueryClient()
  const count = useLiveCount()
  const before = useRef<number>(undefined)
  const [announced, setAnnounced] = useState('')
  const [hadUnread, setHadUnread] = useState(false)
  useEffect(() => {
    if (count === undefined) return
    const known = before.current
    before.current = count
    if (count === 0) setHadUnread(false)
    if (known === undefined) return setHadUnread(count > 0)
    if (count <= known) return
    setAnnounced(`收到 ${count - known} 条新消息，共 ${count} 条未读`)
    // The count is shown in any case. The message subjects are fetched again later.
    import('../records/arrivals.ts')
      .then(({ takeArrivals }) => takeArrivals(client, count - known))
      .catch(() => undefined)
  }, [client, count])
  return { count, hadUnread, forget: () => setHadUnread(false), announced }
}
