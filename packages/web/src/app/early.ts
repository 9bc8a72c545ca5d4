declare global {
  /** Requests that the document started before any script loaded; see build/early.js. */
  var early: { token: string; replies: Record<string, Promise<Response>> } | undefined
}

/** Returns the response the page already requested. Each response is used once, and never with another token. */
function takeEarly(url: string, init: RequestInit | undefined): Promise<Response> | undefined {
  const reply = globalThis.early?.replies[url]
  if (!reply || !globalThis.early) return undefined
  delete globalThis.early.replies[url]
  const token = new Headers(init?.headers).get('Authorization')
  // A public call carries no token.
  return token === null || token === globalThis.early.token ? reply : undefined
}

/** Rejects when the caller gives up, because an early request knows no time-out. */
function unlessGivenUp(reply: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  if (!signal) return reply
  const givenUp = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([reply, givenUp])
}

/** `fetch` that first uses an early response. A failed one is requested again. */
export const fetchEarly: typeof fetch = (input, init) => {
  const early = typeof input === 'string' ? takeEarly(input, init) : undefined
  if (!early) return fetch(input, init)
  return unlessGivenUp(early, init?.signal).catch(() => fetch(input, init))
}
