/** How long a busy page may put it off, ms. */
const AT_LATEST_MS = 5_000

/** Fetches the files that a meta element of the document names, without running them. */
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
 * Fetches the application ahead: its libraries when there is nothing else to do, the rest once the visitor turns to a
 * form. Who only looks is not made to load it all; who logs in finds it here.
 */
export function prefetchApplication(): void {
  const libraries = () => prefetch('libraries')
  // Not every browser says when it is idle.
  if ('requestIdleCallback' in window) requestIdleCallback(libraries, { timeout: AT_LATEST_MS })
  else setTimeout(libraries, AT_LATEST_MS)
  const rest = () => prefetch('application')
  if (document.activeElement?.matches('input')) rest()
  else document.addEventListener('focusin', rest, { once: true })
}
