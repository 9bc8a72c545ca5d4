import { queryOptions } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'
import { sdk } from './sdk.ts'

/** Queries for the user, the granted menus and the platform's public settings. */
export const sessionQueries = {
  platform: queryOptions({
    queryKey: ['platform'],
    queryFn: ({ signal }) => sdk.platform.get({ signal }),
    staleTime: Infinity,
  }),
  info: queryOptions({
    queryKey: ['session', 'info'],
    queryFn: ({ signal }) => sdk.auth.getInfo({ signal }),
    staleTime: Infinity,
  }),
  menus: queryOptions({
    queryKey: ['session', 'menus'],
    queryFn: ({ signal }) => sdk.menus.build({ signal }),
    staleTime: Infinity,
  }),
  unread: queryOptions({
    queryKey: [...queryKeys.messages, 'unread'],
    queryFn: ({ signal }) => sdk.messages.getUnreadCount({ signal }),
  }),
}

export const regionQuery = queryOptions({
  queryKey: ['regions'],
  queryFn: ({ signal }) => sdk.statistics.getChinaDictTree({ depth: 3, withEnded: true }, { signal }),
  staleTime: Infinity,
})
