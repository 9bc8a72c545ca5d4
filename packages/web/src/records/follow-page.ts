import type { QueryClient } from '@tanstack/react-query'
import { followUnread } from '@xinchu/sdk'
import { sdkOf } from '../app/sdk.ts'
import { sessionQueries } from '../app/session-queries.ts'
import { refreshRecords, shownRecords, takeStep } from './watched.ts'

/** Most records that one stream follows. */
const MOST = 20

// A page whose refresh fails stays as it is, and says so when it is used.
const settle = (refreshed: Promise<unknown>) => void refreshed.catch(() => undefined)

/** Follows the unread count and the records that are shown. The stream is opened anew when others are shown. */
export function followPage(
  client: QueryClient,
  signal: AbortSignal,
  tellLive: (isLive: boolean) => void,
): void {
  const shown = shownRecords(client)
  let followed: readonly string[] | undefined
  let connection = new AbortController()
  const follow = () => {
    const watch = [...new Set(shown.get())].slice(-MOST)
    if (signal.aborted || watch.join() === followed?.join()) return
    // A step between the read of a record and the connection is not sent.
    let mayMiss = watch.length > 0
    followed = watch
    connection.abort()
    connection = new AbortController()
    void followUnread(sdkOf(client).messages, {
      watch,
      signal: connection.signal,
      onCount: (count) => client.setQueryData(sessionQueries.unread.queryKey, { count }),
      onLive(isLive) {
        tellLive(isLive)
        // What no page shows yet is read again by the connection of the page that will show it.
        if (isLive && mayMiss) settle(refreshRecords(client, watch, 'active'))
        mayMiss = !isLive && watch.length > 0
      },
      onRecord: (subject) => settle(takeStep(client, subject)),
    })
  }
  const leave = shown.subscribe(follow)
  signal.addEventListener('abort', () => {
    leave()
    connection.abort()
  })
  follow()
}
