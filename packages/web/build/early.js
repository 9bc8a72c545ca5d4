// Asks at once for what the application needs before it can draw anything; `app/early.ts` hands the replies out.
;(() => {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith('xinchu_token='))
  const token = found && decodeURIComponent(found.slice('xinchu_token='.length))
  if (!token) return
  const ask = (path) => {
    const reply = fetch(path, { headers: { Accept: 'application/json', Authorization: token } })
    // Nobody may be there yet to hear of it.
    reply.catch(() => undefined)
    return [path, reply]
  }
  window.early = {
    token,
    replies: Object.fromEntries(['/auth/info', '/api/menus/build', '/api/platform'].map(ask)),
  }
})()
