declare const __BUILD__: string

const LOOK_EVERY_MS = 300_000

let isNewer = false

async function look(): Promise<void> {
  try {
    const reply = await fetch('/version.json', { cache: 'no-store' })
    const { build } = (await reply.json()) as { build?: unknown }
    isNewer = typeof build === 'string' && build !== __BUILD__
  } catch {
    // Away or offline: asked again later.
  }
}

/** Looks now and then whether a newer build was deployed. */
export function watchVersion(): void {
  setInterval(() => void look(), LOOK_EVERY_MS)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void look())
}

/** Whether the next page is better fetched with the whole new build. */
export const isOutdated = (): boolean => isNewer
