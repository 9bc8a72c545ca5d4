// Takes or requests what the first render needs at once: its data, which `app/early.ts` hands out, and the files of the
// screen at this address. The build states `screens`.
;(() => {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith('xinchu_token='))
  const token = found && decodeURIComponent(found.slice('xinchu_token='.length))
  if (!token) return
  const ask = (path) => {
    const reply = fetch(path, { headers: { Accept: 'application/json', Authorization: token } })
    // Avoids an unhandled rejection before anyone awaits it.
    reply.catch(() => undefined)
    return reply
  }
  const load = (name) => {
    const link = document.createElement('link')
    const isStyle = name.endsWith('.css')
    // Applied only by the screen itself: before the page's own styles it would turn the order of their layers around.
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.crossOrigin = ''
    link.href = `/${name}`
    document.head.append(link)
  }
  const stored = (name) => {
    try {
      return JSON.parse(localStorage.getItem(name)) ?? {}
    } catch {
      // Storage may be forbidden. The screen then loads after the user's rights.
      return {}
    }
  }
  // What came with the document; see server/src/first-replies.ts.
  const given = JSON.parse(document.getElementById('first')?.textContent || '{"figures":[],"replies":{}}')
  const landing = given.landing ?? stored('frame').landing
  const address = location.pathname === '/' ? landing : location.pathname
  const fits = (path) => new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`).test(address)
  const path = Object.keys(screens.of).find(fits)
  const type = { headers: { 'Content-Type': 'application/json' } }
  const replies = {}
  for (const [url, text] of Object.entries(given.replies))
    replies[url] = Promise.resolve(new Response(text, type))
  const request = (urls) => {
    for (const url of urls) replies[url] ??= ask(url)
  }
  request([...screens.session, ...(screens.calls[path] ?? [])])
  for (const index of screens.of[path] ?? []) load(screens.files[index])
  // What this session read at its last visit to this page, where the document does not say which figures come first. Replies to
  // calls that the page no longer makes are not used.
  let session = 0
  for (const sign of token) session = (Math.imul(session, 31) + sign.charCodeAt(0)) | 0
  const early = stored('early')
  const last = location.search || early.session !== session ? [] : (early.pages[address] ?? [])
  request(given.figures.length > 0 ? given.figures : last)
  window.early = { token, session, replies, reads: new Set() }
  const platform = given.replies['/api/platform']
  if (platform) document.documentElement.dataset.demo = JSON.parse(platform).demo ? 'on' : ''
})()
