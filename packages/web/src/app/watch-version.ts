import type { QueryClient } from '@tanstack/react-query'
import { newerOf } from './new-version.ts'

declare const __BUILD__: string

const LOOK_EVERY_MS = 300_000

async function look(client: QueryClient): Promise<void> {
  try {
    const reply = await fetch('/version.json', { cache: 'no-store' })
    const { build } = (await reply.json()) as { build?: unknown }
    newerOf(client).set(typeof build === 'string' && build !== __BUILD__ ? build : undefined)
  } catch {
    // Hidden or offline: try again later.
  }
}

/** Checks periodically whether a newer build was deployed, until the signal aborts. */
export function watchVersion(client: QueryClient, signal: AbortSignal): void {
  const timer = setInterval(() => void look(client), LOOK_EVERY_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && void look(client),
    { signal },
  )
}
