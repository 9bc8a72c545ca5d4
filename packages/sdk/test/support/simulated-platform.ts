import type { SessionStore, SessionTokens, Transport, TransportRequest } from '../../src/index.ts'

/** One session on the server, from its log-in to its end. */
export interface Family {
  id: number
  username: string
  generation: number
  /** Whether its current access token is accepted. */
  isFresh: boolean
  isAlive: boolean
}

/** What goes wrong on the way of one request. */
export type Fault = 'none' | 'unreachable' | 'reply lost' | 'unavailable' | 'bad gateway' | 'captive portal'

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
const page = (status: number) => new Response('<html>', { status, headers: { 'Content-Type': 'text/html' } })
const refused = (status: number) =>
  json(status, { status, timestamp: '2026-03-01 09:30:00', message: '登录状态已过期' })

export const tokensOf = ({ id, generation }: Family): SessionTokens => ({
  token: `Bearer t${id}.${generation}`,
  refreshToken: `r${id}.${generation}`,
  randomNumber: String(generation),
})

/**
 * The session rules of the platform in memory: each refresh token counts once, only the last one again as a grace, and any
 * older one ends its session. Latencies and faults come from outside, so that a test decides the order of events.
 */
export function simulatedPlatform(latency: () => number, fault: (path: string) => Fault = () => 'none') {
  const families: Family[] = []
  const counts: Record<string, number> = {}
  const familyOf = (authorization: string | null) => {
    const [, id, generation] = /^Bearer [rt](\d+)\.(\d+)$/.exec(authorization ?? '') ?? []
    return { family: families[Number(id)], generation: Number(generation) }
  }

  function open(username: string): Family {
    const family = { id: families.length, username, generation: 1, isFresh: true, isAlive: true }
    families.push(family)
    return family
  }

  function refresh(authorization: string | null): Response {
    const { family, generation } = familyOf(authorization)
    if (!family?.isAlive) return refused(401)
    if (generation === family.generation) {
      family.generation += 1
      family.isFresh = true
    } else if (generation !== family.generation - 1) {
      family.isAlive = false
      return refused(401)
    }
    return json(200, tokensOf(family))
  }

  function answer(path: string, { headers, body }: TransportRequest): Response {
    const authorization = headers.get('Authorization')
    const { family, generation } = familyOf(authorization)
    if (path === '/auth/login') {
      const { username } = JSON.parse(String(body)) as { username: string } // as the client under test wrote it
      return username === 'nobody' ? refused(400) : json(200, { flag: 'not', ...tokensOf(open(username)) })
    }
    if (path === '/auth/refresh') return refresh(authorization)
    if (path === '/auth/logout') {
      if (family) family.isAlive = false
      return new Response(null, { status: 204 })
    }
    const isValid = family?.isAlive && family.isFresh && generation === family.generation
    return isValid ? json(200, { count: family.id }) : refused(401)
  }

  const transport: Transport = async (request) => {
    const path = new URL(request.url).pathname
    counts[path] = (counts[path] ?? 0) + 1
    const what = fault(path)
    await wait(latency())
    if (what === 'unreachable') throw new TypeError('fetch failed')
    if (what === 'bad gateway') return page(502)
    if (what === 'captive portal') return page(200)
    const reply = what === 'unavailable' ? refused(503) : answer(path, request)
    await wait(latency())
    if (what === 'reply lost') throw new TypeError('fetch failed')
    return reply
  }
  return { transport, families, counts, open }
}

const wait = (ms: number) => (ms === 0 ? undefined : new Promise<void>((resolve) => setTimeout(resolve, ms)))

/** A place for a session that several processes share, each by its own store, with delays of its own. */
export function slowPlace(latency: () => number, hasLock: boolean, first?: SessionTokens) {
  const place = { kept: first, written: [] as (SessionTokens | undefined)[] }
  const waiting: (() => void)[] = []
  let isHeld = false

  const store = (): SessionStore => ({
    async read() {
      await wait(latency())
      return place.kept
    },
    async write(tokens) {
      await wait(latency())
      place.kept = tokens
      place.written.push(tokens)
      await wait(latency())
    },
    ...(hasLock
      ? {
          async exclusively<T>(work: () => Promise<T>): Promise<T> {
            while (isHeld) await new Promise<void>((resolve) => waiting.push(resolve))
            isHeld = true
            try {
              return await work()
            } finally {
              isHeld = false
              // Whoever waits is woken in any order, as processes are.
              for (const wake of waiting.splice(0).reverse()) wake()
            }
          },
        }
      : {}),
  })
  return { place, store }
}
