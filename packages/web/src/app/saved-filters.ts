import { type QueryClient, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { SavedQuery } from '@xinchu/sdk'
import { readStored } from '../lib/stored.ts'
import type { SavedFilter, SavedFilters } from '../ui/ports.ts'
import { refresh } from './query-client.ts'
import { sdkOf, useSdk } from './sdk.ts'
import { sessionQueries } from './session-queries.ts'

type ListName = SavedQuery['listName']

const LISTS: Readonly<Record<ListName, true>> = { 'es-project': true, warehouse: true }

/** @throws Error for a list without saved filters on the platform */
function listNamed(name: string): ListName {
  const found = (Object.keys(LISTS) as ListName[]).find((each) => each === name) // the keys just written
  if (!found) throw new Error(`the platform keeps no conditions of ${name}`)
  return found
}

const filterOf = ({ id, name, conditions }: SavedQuery): SavedFilter => ({ id, name, texts: conditions })

/** Key in the browser of what an earlier build has stored. */
const oldKey = (client: QueryClient, list: ListName) =>
  `xinchu:filters:${client.getQueryData(sessionQueries.info.queryKey)?.user.id ?? 'guest'}:${list}`

const savedQuery = (list: ListName) =>
  queryOptions({
    queryKey: ['saved-queries', list],
    async queryFn({ client, signal }) {
      const sdk = sdkOf(client)
      const known = await sdk.savedQueries.list({ listName: list }, { signal })
      const key = oldKey(client, list)
      if (readStored(key) === undefined) return known
      const { moveOver } = await import('./old-filters.ts')
      return (await moveOver(client, key, list, known))
        ? sdk.savedQueries.list({ listName: list }, { signal })
        : known
    },
    staleTime: 60_000,
    select: (found) => found.map(filterOf),
  })

/** The filters that a user has named in a list. The platform stores them. */
export function useSavedFilters(name: string): SavedFilters {
  const sdk = useSdk()
  const list = listNamed(name)
  const { data } = useQuery(savedQuery(list))
  const meta = { invalidates: [savedQuery(list).queryKey] }
  const { mutateAsync } = useMutation({
    mutationFn: (write: () => Promise<unknown>) => write(),
    meta,
    // A refused name or a missing filter may come from another window.
    onError: (_error, _write, _context, { client }) => refresh(client, { meta }),
  })
  const attempt = (write: () => Promise<unknown>): Promise<boolean> =>
    mutateAsync(write).then(
      () => true,
      () => false,
    )
  return {
    all: data,
    save: (given, texts) =>
      attempt(() => sdk.savedQueries.save({ listName: list, name: given, conditions: { ...texts } })),
    rename: (id, given) => attempt(() => sdk.savedQueries.rename({ id, name: given })),
    remove: (id) => attempt(() => sdk.savedQueries.delete([id])),
  }
}
