import { isRecord, readStored, writeStored } from '../lib/stored.ts'

const STORE = 'early'
const MOST_CALLS = 8
const MOST_PAGES = 6
// After that long, a call is not one of the page's first, and a response that nobody took is stale.
const FIRST_MS = 10_000
// Figures and lists. Other replies are large, or not needed for the first render.
const WORTH = /\/api\/(?:esProject|statistics\/(?!china|periods))/

/** Calls by page that the session asked for at its last visits. */
function pagesOf(session: number): Readonly<Record<string, unknown>> {
  const stored = readStored(STORE)
  return isRecord(stored) && stored['session'] === session && isRecord(stored['pages']) ? stored['pages'] : {}
}

/**
 * Remembers what the page that the document opened reads first. Its next document in the same session requests this before
 * any script. Ends at the page's first write.
 */
export function rememberCalls(signal: AbortSignal): void {
  const { early } = globalThis
  if (!early) return
  const { pathname } = location
  // The browser does not say the method of a request, and knows those that the document made in vain.
  const answered = new Set<string>()
  const keep = () => {
    const urls = [...early.reads].filter((url) => answered.has(url)).slice(0, MOST_CALLS)
    const { [pathname]: _, ...others } = pagesOf(early.session)
    const kept = Object.entries(others).slice(1 - MOST_PAGES)
    writeStored(STORE, {
      session: early.session,
      pages: { ...Object.fromEntries(kept), [pathname]: urls },
    })
  }
  const isOver = () =>
    signal.aborted ||
    globalThis.early !== early ||
    location.pathname !== pathname ||
    location.search !== '' ||
    !document.cookie.includes('xinchu_token=')
  const watch = new PerformanceObserver((list) => {
    for (const { name, responseStatus } of list.getEntries() as PerformanceResourceTiming[])
      if (responseStatus === 200 && WORTH.test(name)) answered.add(name.slice(location.origin.length))
    if (isOver()) watch.disconnect()
    else keep()
  })
  signal.addEventListener('abort', () => watch.disconnect())
  watch.observe({ type: 'resource', buffered: true })
  setTimeout(() => {
    if (isOver()) return
    watch.disconnect()
    keep()
    globalThis.early = undefined
  }, FIRST_MS)
}
