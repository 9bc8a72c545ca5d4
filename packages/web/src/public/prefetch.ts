/** Longest delay on a busy page, ms. */
const AT_LATEST_MS = 5_000

/** Prefetches the files named in a meta element of the document. */
function prefetch(name: string): void {
  const files = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
  for (const href of files.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.as = href.endsWith('.css') ? 'style' : 'script'
    link.crossOrigin = ''
    link.href = href
    document.head.append(link)
  }
}

/**
 * Prefetches the application: its libraries when the page is idle, the rest when the visitor starts a form. Visitors who
 * only look do not load everything.
 */
export function prefetchApplication(): void {
  const libraries = () => prefetch('libraries')
  // Not every browser supports requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(libraries, { timeout: AT_LATEST_MS })
  else setTimeout(libraries, AT_LATEST_MS)
  const rest = () => prefetch('application')
  if (document.activeElement?.matches('input')) rest()
  else document.addEventListener('focusin', rest, { once: true })
}
