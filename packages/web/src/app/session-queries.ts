import { queryOptions } from '@tanstack/react-query'
import type { DictEntry } from '@xinchu/sdk'
import { sdk } from './sdk.ts'

/** Who is logged in, what he may open, and the platform's public settings. */
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
    queryKey: ['messages', 'unread'],
    queryFn: ({ signal }) => sdk.messages.getUnreadCount({ signal }),
  }),
}

/** The dictionaries of these names, each by value. @throws Error 'need Dict names' when it is given no list */
export function dictQuery(names: readonly string[]) {
  if (!Array.isArray(names)) throw new Error('need Dict names')
  const dictName = [...new Set(names)].sort().join(',')
  return queryOptions({
    queryKey: ['dict', dictName],
    queryFn: async ({ signal }): Promise<Readonly<Record<string, readonly DictEntry[]>>> =>
      dictName === '' ? {} : sdk.dicts.getMap({ dictName }, { signal }),
    staleTime: 600_000,
  })
}

export const regionQuery = queryOptions({
  queryKey: ['regions'],
  queryFn: ({ signal }) => sdk.statistics.getChinaDictTree({ depth: 3 }, { signal }),
  staleTime: Infinity,
})
