import { queryOptions } from '@tanstack/react-query'
import type { StatPublication } from '@xinchu/sdk'
import { queryKeys } from '../app/query-keys.ts'
import { sdkOf } from '../app/sdk.ts'

/** Batches of official data, of a quarter or all, the newest first. */
export const publicationsOf = (query: Partial<Pick<StatPublication, 'year' | 'quarter'>>) =>
  queryOptions({
    queryKey: [...queryKeys.periodic, 'publications', query],
    queryFn: ({ client, signal }) => sdkOf(client).statistics.listPublications(query, { signal }),
  })
