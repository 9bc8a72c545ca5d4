/** What `browserStore()` needs of a page: a cookie, session storage and a location. Call it after all clients are loaded. */
export function standInForPage() {
  let cookie = ''
  const kept = new Map()
  globalThis.location = new URL('http://localhost/')
  globalThis.document = {
    get cookie() {
      return cookie
    },
    set cookie(pair) {
      cookie = pair.replace(/;.*/, '')
    },
  }
  globalThis.sessionStorage = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, value),
    removeItem: (name) => kept.delete(name),
  }
}
