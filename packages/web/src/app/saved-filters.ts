import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { SavedQuery } from '@xinchu/sdk'
import { isRecord, readStored, writeStored } from '../lib/stored.ts'
import type { SavedFilter, SavedFilters } from '../ui/ports.ts'
import { queryClient, refresh } from './query-client.ts'
import { sdk } from './sdk.ts'
import { sessionQueries } from './session-queries.ts'

type ListName = SavedQuery['listName']

const LISTS: Readonly<Record<ListName, true>> = { 'es-project': true, warehouse: true }

/** @throws Error for a list without saved filters on the platform */
function listNamed(name: string): ListName {
  const found = (Object.keys(LISTS) as ListName[]).find((each) => each === name) // the keys just written
  if (!found) throw new Error(`the platform keeps no conditions of ${name}`)
  return found
}

const isTexts = (raw: unknown): raw is Readonly<Record<string, string>> =>
  isRecord(raw) && Object.values(raw).every((value) => typeof value === 'string')

/** Saved filters of an earlier build in this browser, newest first. Invalid entries are ignored. */
export function readOld(raw: unknown): Omit<SavedFilter, 'id'>[] {
  if (!Array.isArray(raw)) return []
  return raw.flatMap((each) => {
    if (!isRecord(each)) return []
    const { name, texts } = each
    return typeof name === 'string' && name !== '' && isTexts(texts) ? [{ name, texts }] : []
  })
}

const filterOf = ({ id, name, conditions }: SavedQuery): SavedFilter => ({ id, name, texts: conditions })

/** Moves this browser's saved filters to the platform once. An existing name keeps its conditions. */
async function moveOver(list: ListName, known: readonly SavedQuery[]): Promise<boolean> {
  const user = queryClient.getQueryData(sessionQueries.info.queryKey)?.user.id ?? 'guest'
  const key = `xinchu:filters:${user}:${list}`
  const old = readOld(readStored(key))
  if (old.length === 0) return false
  // Deleted first, because what the platform refuses now it would refuse again.
  writeStored(key, undefined)
  const names = new Set(known.map(({ name }) => name))
  for (const { name, texts } of old.toReversed())
    if (!names.has(name))
      await sdk.savedQueries.save({ listName: list, name, conditions: { ...texts } }).catch(() => undefined)
  return true
}

const savedQuery = (list: ListName) =>
  queryOptions({
    queryKey: ['saved-queries', list],
    async queryFn({ signal }) {
      const known = await sdk.savedQueries.list({ listName: list }, { signal })
      const moved = await moveOver(list, known)
      return moved ? sdk.savedQueries.list({ listName: list }, { signal }) : known
    },
    staleTime: 60_000,
    select: (found) => found.map(filterOf),
  })

/** The filters that a user has named in a list. The platform stores them. */
export function useSavedFilters(name: string): SavedFilters {
  const list = listNamed(name)
  const { data } = useQuery(savedQuery(list))
  const meta = { invalidates: [savedQuery(list).queryKey] }
  const { mutateAsync } = useMutation({
    mutationFn: (write: () => Promise<unknown>) => write(),
    meta,
    // A refused name or a missing filter may come from another window.
    onError: () => refresh({ meta }),
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
