declare const __BUILD__: string

const LOOK_EVERY_MS = 300_000
const KEY = 'newer-build'

let newer: string | undefined

async function look(): Promise<void> {
  try {
    const reply = await fetch('/version.json', { cache: 'no-store' })
    const { build } = (await reply.json()) as { build?: unknown }
    newer = typeof build === 'string' && build !== __BUILD__ ? build : undefined
  } catch {
    // Hidden or offline: try again later.
  }
}

/** Checks periodically whether a newer build was deployed. */
export function watchVersion(): void {
  setInterval(() => void look(), LOOK_EVERY_MS)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void look())
}

/** Makes the next navigation reload the page after a deployment; once per build, even if a cache returns an old one. */
export function takeNewerBuild(href: string): void {
  if (newer === undefined || sessionStorage.getItem(KEY) === newer) return
  sessionStorage.setItem(KEY, newer)
  location.assign(href)
}
