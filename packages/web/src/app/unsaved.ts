import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallOptions, isXinchuError, unsaved } from '@xinchu/sdk'
import { msOf } from '../lib/beijing.ts'
import { Engine } from '../lib/edits/engine.ts'
import type { Place } from '../lib/edits/model.ts'
import type { Platform } from '../lib/edits/platform.ts'
import { oncePer } from '../lib/once-per.ts'
import { callsOf, connectionOf } from './query-client.ts'
import { queryKeys } from './query-keys.ts'
import { sessionQueries } from './session-queries.ts'

// Sent without a press: a log-in that was put off is not asked for again. The sender repeats by itself.
const BEHIND: CallOptions = { isSafe: true, retry: { times: 0 } }

const sdkOf = callsOf({ unsaved })

const failureOf: Platform['failureOf'] = (error) => {
  const status = isXinchuError(error) ? error.status : undefined
  if (status === 401) return { failure: 'session' }
  const isPassing = status === undefined || status === 408 || status === 429 || status >= 500
  if (!isPassing) return { failure: 'refused' }
  return { failure: 'busy', afterMs: isXinchuError(error) ? error.retryAfterMs : undefined }
}

/** The unsaved input of a portal's user. */
export const engineOf = oncePer((client: QueryClient): Engine => {
  const sdk = sdkOf(client)
  const engine = new Engine({
    user: String(client.getQueryData(sessionQueries.info.queryKey)?.user.id ?? 'guest'),
    platform: {
      list: () => sdk.unsaved.list(),
      values: (place) => sdk.unsaved.getValues(place),
      save: (change) => sdk.unsaved.save(change, BEHIND),
      remove: (place) => sdk.unsaved.delete(place),
      failureOf,
    },
    timeOf: msOf,
  })
  connectionOf(client).signal.addEventListener('abort', () => engine.close())
  return engine
})

export const unsavedQueries = {
  list: () =>
    queryOptions({
      queryKey: queryKeys.unsaved,
      queryFn: ({ client }) => engineOf(client).list(),
      staleTime: 0,
    }),
}

export const unsavedMutations = {
  discard: mutationOptions({
    mutationFn: ({ kind, target }: Place, { client }) => engineOf(client).discard({ kind, target }),
    meta: { invalidates: [queryKeys.unsaved] },
  }),
}
