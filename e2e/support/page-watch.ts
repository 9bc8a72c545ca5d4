/**
 * What the browser tells only to who listens from the beginning, kept in `window.seen`. A text and not a function: a
 * compiler's helpers, which it may call, are not in the page.
 */
export const pageWatch = `
  window.seen = { lcp: 0, cls: 0, tasks: [] }
  const on = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  on('largest-contentful-paint', ({ startTime }) => { seen.lcp = startTime })
  on('layout-shift', ({ hadRecentInput, value }) => { if (!hadRecentInput) seen.cls += value })
  on('longtask', ({ startTime, duration }) => seen.tasks.push({ start: startTime, duration }))
`
