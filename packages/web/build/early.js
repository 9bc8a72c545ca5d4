// Requests what the first render needs at once: its data, which `app/early.ts` hands out, and the files of the screen at
// this address. The build states `screens`.
;(() => {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith('xinchu_token='))
  const token = found && decodeURIComponent(found.slice('xinchu_token='.length))
  if (!token) return
  const ask = (path) => {
    const reply = fetch(path, { headers: { Accept: 'application/json', Authorization: token } })
    // Avoids an unhandled rejection before anyone awaits it.
    reply.catch(() => undefined)
    return [path, reply]
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
  const address = location.pathname === '/' ? stored('frame').landing : location.pathname
  const fits = (path) => new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`).test(address)
  const path = Object.keys(screens.of).find(fits)
  const calls = ['/auth/info', '/api/menus/build', '/api/platform', ...(screens.calls[path] ?? [])]
  const replies = Object.fromEntries(calls.map(ask))
  for (const index of screens.of[path] ?? []) load(screens.files[index])
  // A first visit knows of the figures only what they are of: the latest published period and those before it. They are
  // requested as soon as the periods are there, long before the screen's scripts are.
  const follow = async ({ after, call, parts }) => {
    const reply = await replies[after]
    const periods = await reply.clone().json()
    const isPublished = ({ status }) => status === 'OFFICIAL' || status === 'REVISED'
    const latest = periods.find(isPublished)
    if (!latest) return
    for (const [quarters, groups] of parts) {
      const at = latest.year * 4 + latest.quarter - 1 + quarters
      const isAt = ({ year, quarter }) => year * 4 + quarter - 1 === at
      const found = periods.find(isAt)
      if (!found || found.status === 'CONTINUED') continue
      const query = `year=${found.year}&quarter=${found.quarter}&source=warehouse`
      const [url, asked] = ask(`${call}?${[query, ...groups.map((each) => `groupBy=${each}`)].join('&')}`)
      window.early.replies[url] = asked
    }
  }
  // The calls of the last visit to this page. Replies to those that it no longer makes are not used.
  const last = location.search ? [] : (stored('early')[address] ?? [])
  window.early = { token, replies: { ...replies, ...Object.fromEntries(last.map(ask)) } }
  const figures = screens.figures[path]
  // The page requests by itself what fails here.
  if (figures && last.length === 0 && !location.search) follow(figures).catch(() => undefined)
})()
