import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { queryKeys } from './query-keys.ts'
import { sdk } from './sdk.ts'

export type Arrival = Awaited<ReturnType<typeof sdk.messages.list>>['content'][number]

/** Reads that a message about a record of this kind makes stale. */
const STALE: Readonly<Record<string, readonly string[]>> = {
  PROJECT: queryKeys.projects,
  USAGE: queryKeys.periodic,
  YEARCALC: queryKeys.periodic,
}
/** Maximum number of messages fetched when the count rises. */
const MOST = 10

let arrivals: readonly Arrival[] = []
const listeners = new Set<() => void>()

function publish(next: readonly Arrival[]): void {
  arrivals = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Fetches the messages that came while the page is open, and refreshes what they are about. */
export async function takeArrivals(client: QueryClient, count: number): Promise<void> {
  void client.invalidateQueries({ queryKey: queryKeys.messages })
  const { content } = await sdk.messages.list({ read: false, size: Math.min(count, MOST) })
  publish([...content, ...arrivals])
  const kinds = new Set(content.map(({ bizType = '' }) => STALE[bizType]))
  for (const queryKey of kinds) if (queryKey) void client.invalidateQueries({ queryKey })
}

/** The last message about a record that came while the page is open. */
export function useArrival(bizType: string, bizId: number): Arrival | undefined {
  const all = useSyncExternalStore(subscribe, () => arrivals)
  return all.find((message) => message.bizType === bizType && message.bizId === bizId)
}

/** Forgets the messages about a record, because the user has seen them. */
export function dismissArrivals(bizType: string, bizId: number): void {
  publish(arrivals.filter((message) => message.bizType !== bizType || message.bizId !== bizId))
}
