import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../app/query-keys.ts'
import { type Sdk, sdkOf } from '../app/sdk.ts'
import { oncePer } from '../lib/once-per.ts'
import { createStore, useStore } from '../lib/store.ts'
import { forgetStep, subjectOf } from './watched.ts'

export type Arrival = Awaited<ReturnType<Sdk['messages']['list']>>['content'][number]

/** Maximum number of messages fetched when the count rises. */
const MOST = 10

/** Messages about records that came while the page is open. */
const arrivalsOf = oncePer((_client: QueryClient) => createStore<readonly Arrival[]>([]))

/** Fetches the messages that came while the page is open, and refreshes what they are about. */
export async function takeArrivals(client: QueryClient, count: number): Promise<void> {
  void client.invalidateQueries({ queryKey: queryKeys.messages })
  const { content } = await sdkOf(client).messages.list({ read: false, size: Math.min(count, MOST) })
  const store = arrivalsOf(client)
  store.set([...content, ...store.get()])
  const { staleOf } = await import('./list.ts')
  const records = content.flatMap(({ bizType = '' }) => staleOf(bizType))
  // The stepper, the offers and the desk of a record are reads of the review.
  const stale = new Set(records.length > 0 ? [...records, queryKeys.review] : [])
  for (const queryKey of stale) void client.invalidateQueries({ queryKey })
}

/** The last message about a record that came while the page is open. */
export function useArrival(bizType: string, bizId: number): Arrival | undefined {
  const all = useStore(arrivalsOf(useQueryClient()))
  return all.find((message) => message.bizType === bizType && message.bizId === bizId)
}

/** Forgets the messages about a record and its last step, because the user has seen them. */
export function dismissArrivals(client: QueryClient, bizType: string, bizId: number): void {
  const store = arrivalsOf(client)
  store.set(store.get().filter((message) => message.bizType !== bizType || message.bizId !== bizId))
  forgetStep(client, subjectOf(bizType, bizId))
}
