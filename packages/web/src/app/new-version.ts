import type { QueryClient } from '@tanstack/react-query'
import { oncePer } from '../lib/once-per.ts'
import { createStore } from '../lib/store.ts'

const KEY = 'newer-build'

/** The newer build that a portal has found. */
export const newerOf = oncePer((_client: QueryClient) => createStore<string | undefined>(undefined))

/** Makes the next navigation reload the page after a deployment; once per build, even if a cache returns an old one. */
export function takeNewerBuild(client: QueryClient, href: string): void {
  const newer = newerOf(client).get()
  if (newer === undefined || sessionStorage.getItem(KEY) === newer) return
  sessionStorage.setItem(KEY, newer)
  location.assign(href)
}
