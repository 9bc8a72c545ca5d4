import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallOptions, isXinchuError, unsaved } from '@xinchu/sdk'
import { msOf } from '../lib/beijing.ts'
import { isAccount } from '../lib/edits/account.ts'
import { type Discarded, Engine } from '../lib/edits/engine.ts'
import type { Place } from '../lib/edits/model.ts'
import type { Platform } from '../lib/edits/platform.ts'
import { oncePer } from '../lib/once-per.ts'
import { callsOf, connectionOf } from './query-client.ts'
import { queryKeys } from './query-keys.ts'
import { sessionQueries } from './session-queries.ts'

// Sent without a press: a log-in that was put off is not asked for again. The sender repeats by itself.
const BEHIND: CallOptions = { isSafe: true, retry: { times: 0 } }

const sdkOf = callsOf({ unsaved })

/** Another account has logged in in another tab. A call of this page would be made in its name. */
class OtherAccount extends Error {
  override message = '此浏览器已换账号，请刷新页面'
}

const failureOf: Platform['failureOf'] = (error) => {
  if (error instanceof OtherAccount) return { failure: 'account' }
  const status = isXinchuError(error) ? error.status : undefined
  if (status === 401) return { failure: 'session' }
  const isPassing = status === undefined || status === 408 || status === 429 || status >= 500
  if (!isPassing) return { failure: 'refused' }
  return { failure: 'busy', afterMs: isXinchuError(error) ? error.retryAfterMs : undefined }
}

/** The unsaved input of a portal's user. */
export const engineOf = oncePer((client: QueryClient): Engine => {
  const user = String(client.getQueryData(sessionQueries.info.queryKey)?.user.id ?? 'guest')
  const sdk = () => {
    if (!isAccount(user)) throw new OtherAccount()
    return sdkOf(client)
  }
  const engine = new Engine({
    user,
    platform: {
      list: async () => sdk().unsaved.list(),
      values: async (place) => sdk().unsaved.getValues(place),
      save: async (change) => sdk().unsaved.save(change, BEHIND),
      remove: async (place) => sdk().unsaved.delete(place),
      failureOf,
    },
    timeOf: msOf,
  })
  connectionOf(client).signal.addEventListener('abort', () => engine.close())
  return engine
})

/** Sends what is pending, and waits this long at most. */
export const sendUnsaved = (client: QueryClient, waitMs: number): Promise<unknown> =>
  Promise.race([engineOf(client).flush(), new Promise((resolve) => setTimeout(resolve, waitMs))])

export const unsavedQueries = {
  list: () =>
    queryOptions({
      queryKey: queryKeys.unsaved,
      queryFn: ({ client }) => engineOf(client).list(),
      staleTime: 0,
    }),
  /** What one entry has. */
  values: (place: Place) =>
    queryOptions({
      queryKey: [...queryKeys.unsaved, place],
      queryFn: ({ client }) => sdkOf(client).unsaved.getValues(place),
      staleTime: 0,
    }),
}

export const unsavedMutations = {
  discard: mutationOptions({
    mutationFn: ({ kind, target, title = '' }: Place & { title?: string }, { client }) =>
      engineOf(client).takeAway({ kind, target }, title),
    meta: { invalidates: [queryKeys.unsaved] },
  }),
  putBack: mutationOptions({
    mutationFn: (discarded: Discarded, { client }) => engineOf(client).putBack(discarded),
    meta: { invalidates: [queryKeys.unsaved] },
  }),
}
