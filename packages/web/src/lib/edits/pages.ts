/** This page load. */
export const PAGE = Math.random().toString(36).slice(2)

// Several waits, so that a page that was busy for the first one is heard in the next.
const WAITS = 4
const WAIT_MS = 250

type Word = { ask: string } | { page: string }

let channel: BroadcastChannel | undefined

function words(): BroadcastChannel {
  if (channel) return channel
  channel = new BroadcastChannel('xinchu:pages')
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if ('ask' in data) channel?.postMessage({ page: PAGE } satisfies Word)
  })
  return channel
}

/** Lets the other pages of this browser know of this one. */
export const beKnown = (): unknown => words()

/** The other page loads of this browser that are alive. */
export async function livePages(): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const hear = ({ data }: MessageEvent<Word>) => 'page' in data && found.add(data.page)
  words().addEventListener('message', hear)
  words().postMessage({ ask: PAGE } satisfies Word)
  for (let wait = 0; wait < WAITS; wait += 1) await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  words().removeEventListener('message', hear)
  return found
}
