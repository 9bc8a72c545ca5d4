/** How long a busy page may put it off, ms. */
const AT_LATEST_MS = 5_000

function prefetch(): void {
  const files = document.querySelector<HTMLMetaElement>('meta[name="application"]')?.content ?? ''
  for (const href of files.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.as = href.endsWith('.css') ? 'style' : 'script'
    link.crossOrigin = ''
    link.href = href
    document.head.append(link)
  }
}

/** Fetches the files of the application, which the document names, when there is nothing else to do: who logs in finds them here. */
export function prefetchApplication(): void {
  // Not every browser says when it is idle.
  if ('requestIdleCallback' in window) requestIdleCallback(prefetch, { timeout: AT_LATEST_MS })
  else setTimeout(prefetch, AT_LATEST_MS)
}
