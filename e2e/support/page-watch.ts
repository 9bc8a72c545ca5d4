/**
 * Collects in `window.seen` what the browser reports only to early listeners. A text, not a function, because compiler
 * helpers are not available in the page.
 */
export const pageWatch = `
  window.seen = { lcp: 0, cls: 0, moved: [], tasks: [] }
  const on = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  on('largest-contentful-paint', ({ startTime }) => { seen.lcp = startTime })
  const nameOf = (node) => (node ? (node.nodeName + '.' + node.className + ' ' + node.textContent).slice(0, 80) : 'gone')
  on('layout-shift', ({ hadRecentInput, value, sources }) => {
    if (hadRecentInput) return
    seen.cls += value
    for (const { node, previousRect, currentRect } of sources)
      seen.moved.push([nameOf(node), previousRect.y, currentRect.y, previousRect.height, currentRect.height].join(' | '))
  })
  on('longtask', ({ startTime, duration }) => seen.tasks.push({ start: startTime, duration }))
`
