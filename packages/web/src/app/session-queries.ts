import { queryOptions } from '@tanstack/react-query'
import { noteAccount } from '../lib/edits/account.ts'
import { queryKeys } from './query-keys.ts'
import { sdkOf } from './sdk.ts'

/** Queries for the user, the granted menus and the platform's public settings. */
export const sessionQueries = {
  platform: queryOptions({
    queryKey: ['platform'],
    queryFn: ({ client, signal }) => sdkOf(client).platform.get({ signal }),
    staleTime: Infinity,
  }),
  info: queryOptions({
    queryKey: ['session', 'info'],
    async queryFn({ client, signal }) {
      const info = await sdkOf(client).auth.getInfo({ signal })
      noteAccount(String(info.user.id))
      return info
    },
    staleTime: Infinity,
  }),
  menus: queryOptions({
    queryKey: ['session', 'menus'],
    queryFn: ({ client, signal }) => sdkOf(client).menus.build({ signal }),
    staleTime: Infinity,
  }),
  unread: queryOptions({
    queryKey: [...queryKeys.messages, 'unread'],
    queryFn: ({ client, signal }) => sdkOf(client).messages.getUnreadCount({ signal }),
  }),
}

export const regionQuery = queryOptions({
  queryKey: ['regions'],
  queryFn: ({ client, signal }) =>
    sdkOf(client).statistics.getChinaDictTree({ depth: 3, withEnded: true }, { signal }),
  staleTime: Infinity,
})
