import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../lib/stored.ts'
import { sessionQueries } from './session-queries.ts'

const listeners = new Set<() => void>()
const keyOf = (userId: number) => `guide-closed:${userId}`

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function keep(userId: number, isClosed: boolean): void {
  writeStored(keyOf(userId), isClosed || undefined)
  for (const listener of listeners) listener()
}

// The pages that show the guide.
const HOME = /^\/(?:\w+task\w+|dashboard)\/index$/

/** Home page among the addresses that the user may open. */
export const homeAmong = (paths: readonly string[]): string | undefined =>
  paths.find((path) => HOME.test(path))

/** The guide for first use: shown until this user closes it on this machine, and again when he asks for it. */
export function useGuide() {
  const { data } = useQuery(sessionQueries.info)
  const userId = data?.user.id ?? 0
  const isClosed = useSyncExternalStore(subscribe, () => readStored(keyOf(userId)) === true)
  return {
    deptId: data?.user.deptId,
    isShown: data !== undefined && !isClosed,
    close: () => keep(userId, true),
    show: () => keep(userId, false),
  }
}
