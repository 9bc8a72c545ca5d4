import { notifyManager, type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKeys } from '../app/query-keys.ts'
import { oncePer } from '../lib/once-per.ts'
import { createStore, useStore } from '../lib/store.ts'
import type { ReviewEntity } from './review.ts'

/** The records that open pages show, each as often as it is shown. */
export const shownRecords = oncePer((_client: QueryClient) => createStore<readonly string[]>([]))

/** The records with steps of others that their pages have not confirmed. */
const changedRecords = oncePer((_client: QueryClient) => createStore<ReadonlySet<string>>(new Set()))

export const subjectOf = (entity: string, id: number) => `${entity}:${id}`

/** Forgets that a step was taken on a record, because it was seen or nothing shows the record. */
export function forgetStep(client: QueryClient, subject: string): void {
  const changed = changedRecords(client)
  if (changed.get().has(subject)) changed.set(new Set([...changed.get()].filter((each) => each !== subject)))
}

/** Keeps a record fresh while a page shows it: the server tells of each step within a second. */
export function useWatch(entity: ReviewEntity, id: number | undefined): void {
  const client = useQueryClient()
  const shown = shownRecords(client)
  const subject = id === undefined ? undefined : subjectOf(entity, id)
  useEffect(() => {
    if (subject === undefined) return
    shown.set([...shown.get(), subject])
    return () => {
      const at = shown.get().indexOf(subject)
      shown.set(shown.get().toSpliced(at, 1))
      if (!shown.get().includes(subject)) forgetStep(client, subject)
    }
  }, [client, shown, subject])
}

/**
 * Refreshes what pages show of records.
 * @returns whether they now show all of it as it is: not if a read failed or waits for the network
 */
export async function refreshRecords(
  client: QueryClient,
  subjects: readonly string[],
  type: NonNullable<QueryFilters['type']> = 'all',
): Promise<boolean> {
  const { staleOf } = await import('./list.ts')
  const kinds = subjects.flatMap((subject) => staleOf(subject.split(':')[0] ?? ''))
  const stale = [...new Set([...kinds, queryKeys.review])]
  await Promise.all(
    stale.map((queryKey) => client.invalidateQueries({ queryKey, type, refetchType: 'active' })),
  )
  const shown = stale.flatMap((queryKey) => client.getQueryCache().findAll({ queryKey, type: 'active' }))
  return !shown.some(({ state }) => state.isInvalidated && state.data !== undefined)
}

/** Refreshes what pages show of a record after a step on it, and then notes the step. */
export async function takeStep(client: QueryClient, subject: string): Promise<void> {
  const isFresh = await refreshRecords(client, [subject])
  // Pages learn of what was read in the next batch. A sentence before it would tell of the step before.
  await new Promise<void>((resolve) => notifyManager.schedule(resolve))
  if (!isFresh || !shownRecords(client).get().includes(subject)) return
  const changed = changedRecords(client)
  changed.set(new Set([...changed.get(), subject]))
}

/** Whether a step was taken on a record while its page is open, and the way to confirm it. */
export function useChanged(entity: ReviewEntity, id: number): { isChanged: boolean; confirm: () => void } {
  const client = useQueryClient()
  const subject = subjectOf(entity, id)
  return {
    isChanged: useStore(changedRecords(client)).has(subject),
    confirm: () => forgetStep(client, subject),
  }
}
