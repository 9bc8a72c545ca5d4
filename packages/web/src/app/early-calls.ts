import { isRecord, readStored, writeStored } from '../lib/stored.ts'

const STORE = 'early'
const MOST_CALLS = 8
const MOST_PAGES = 6
// Figures and lists. Other replies are large, or not needed for the first render.
const WORTH = /\/api\/(?:esProject|statistics\/(?!china|periods))/

/** Remembers the first calls of the page that the document opened. Its next document requests them before any script. */
export function rememberCalls(): void {
  const { pathname } = location
  const urls = new Set<string>()
  const watch = new PerformanceObserver((list) => {
    for (const { name, responseStatus } of list.getEntries() as PerformanceResourceTiming[])
      if (responseStatus === 200 && WORTH.test(name)) urls.add(name.slice(location.origin.length))
    if (location.pathname !== pathname || location.search) return watch.disconnect()
    const stored = readStored(STORE)
    const { [pathname]: _, ...others } = isRecord(stored) ? stored : {}
    const kept = Object.entries(others).slice(1 - MOST_PAGES)
    writeStored(STORE, { ...Object.fromEntries(kept), [pathname]: [...urls].slice(0, MOST_CALLS) })
    if (urls.size >= MOST_CALLS) watch.disconnect()
  })
  watch.observe({ type: 'resource', buffered: true })
}
