interface Early {
  token: string
  /** Digest of the token, so that another session never requests what this one asked for. */
  session: number
  replies: Record<string, Promise<Response>>
  /** What the page itself has read since its document. */
  reads: Set<string>
}

declare global {
  /** Requests that the document started before any script loaded; see build/early.js. */
  var early: Early | undefined
}

/** Returns the response the page already requested. Each response is used once, and never with another token. */
function takeEarly(url: string, init: RequestInit | undefined): Promise<Response> | undefined {
  const { early } = globalThis
  early?.reads.add(url)
  const reply = early?.replies[url]
  if (!reply) return undefined
  delete early.replies[url]
  const token = new Headers(init?.headers).get('Authorization')
  // A public call carries no token.
  return token === null || token === early.token ? reply : undefined
}

/** Rejects when the caller gives up, because an early request knows no time-out. */
function unlessGivenUp(reply: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  const givenUp = new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([reply, givenUp])
}

/** `fetch` that answers a read by an early response first. A failed or refused one is requested again. */
export const fetchEarly: typeof fetch = (input, init) => {
  // A write may change what was requested before it.
  if (init?.method !== 'GET') globalThis.early = undefined
  const send = () => fetch(input, init)
  const early = takeEarly(String(input), init)
  return early
    ? unlessGivenUp(early, init?.signal).then((reply) => (reply.ok ? reply : send()), send)
    : send()
}
