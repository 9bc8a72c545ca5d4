declare global {
  /** What the document asked for before any script had come; see build/early.js. */
  var early: { token: string; replies: Record<string, Promise<Response>> } | undefined
}

/** The reply to what the document has asked for already, given out once, and only to who asks by the same token. */
function takeEarly(url: string, init: RequestInit | undefined): Promise<Response> | undefined {
  const reply = globalThis.early?.replies[url]
  if (!reply || !globalThis.early) return undefined
  delete globalThis.early.replies[url]
  const token = new Headers(init?.headers).get('Authorization')
  return token === globalThis.early.token ? reply : undefined
}

/** `fetch`, which begins with what is on its way already. A reply that did not come is asked for anew. */
export const fetchEarly: typeof fetch = (input, init) => {
  const early = typeof input === 'string' ? takeEarly(input, init) : undefined
  return early ? early.catch(() => fetch(input, init)) : fetch(input, init)
}
