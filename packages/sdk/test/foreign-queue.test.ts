import { getEventListeners } from 'node:events'
import createClient from 'openapi-fetch'
import { afterEach, expect, test, vi } from 'vitest'
import { type BearerSession, bearerSession, memoryStore, refreshQueue } from '../src/queue/index.ts'
import { json, startServer, wait } from './support/server.ts'

/** A document that is not of the platform. */
interface paths {
  '/stations': { get: { responses: { 200: { content: { 'application/json': { count: number } } } } } }
  '/orders': {
    post: {
      requestBody: { content: { 'application/json': { amount: number } } }
      responses: { 201: { content: { 'application/json': { body: string } } } }
    }
  }
  '/oauth/token': {
    post: {
      requestBody: { content: { 'application/json': { grant_type: string; refresh_token: string } } }
      responses: {
        200: {
          content: {
            'application/json': { access_token: string; refresh_token: string; expires_in: number }
          }
        }
      }
    }
  }
}

interface Tokens {
  token: string
  refreshToken: string
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

interface Service {
  /** Status of a refresh that brings no tokens. */
  refreshStatus?: number
  refreshMs?: number
  /** The longest time of a refresh with its repetitions, in milliseconds. */
  timeoutMs?: number
  /** The most milliseconds by which a refusal is late. */
  lateMs?: number
}

/** A service whose refresh tokens count once. */
async function serviceOf(options: Service = {}) {
  const state = { valid: 1, isDead: true, reuse: 0, open: 0, most: 0 }
  const server = await startServer(async ({ path, authorization, body }, response) => {
    if (path === '/oauth/token') {
      await wait(options.refreshMs ?? 20)
      if (options.refreshStatus) return json(response, options.refreshStatus, {})
      const { refresh_token } = JSON.parse(body) as { refresh_token: string } // as the client under test wrote it
      if (refresh_token !== `r${state.valid}`) {
        state.reuse += 1
        return json(response, 400, { error: 'invalid_grant' })
      }
      state.valid += 1
      state.isDead = false
      const next = { access_token: `a${state.valid}`, refresh_token: `r${state.valid}`, expires_in: 3_600 }
      return json(response, 200, next)
    }
    state.open += 1
    state.most = Math.max(state.most, state.open)
    const isValid = !state.isDead && authorization === `Bearer a${state.valid}`
    await wait(isValid ? 1 : Math.random() * (options.lateMs ?? 0))
    state.open -= 1
    if (!isValid) return json(response, 401, { error: 'expired' })
    if (path === '/orders') return json(response, 201, { body })
    json(response, 200, { count: 3 })
  })
  closing.push(server.close)
  const bare = createClient<paths>({ baseUrl: server.url })
  const onExpired = vi.fn()
  const session = bearerSession<Tokens>({
    store: memoryStore<Tokens>(),
    async refresh({ refreshToken }, signal) {
      const body = { grant_type: 'refresh_token', refresh_token: refreshToken }
      const { data, response } = await bare.POST('/oauth/token', { body, signal })
      if (response.status === 400 || response.status === 401) return undefined
      if (!data) throw new Error(`status ${response.status}`)
      const tokens = { token: `Bearer ${data.access_token}`, refreshToken: data.refresh_token }
      return { tokens, expiresIn: data.expires_in }
    },
    timeout: options.timeoutMs ?? 30_000,
    onExpired,
  })
  await session.start({ token: 'Bearer a1', refreshToken: 'r1' })
  return { server, state, session, onExpired, options }
}

function clientOf(url: string, session: BearerSession<Tokens>, options?: Parameters<typeof refreshQueue>[1]) {
  const client = createClient<paths>({ baseUrl: url })
  client.use(refreshQueue(session, options))
  return client
}

test.each([0, 200])(
  'with a refresh queue of a foreign document, 1,000 refusals late by %i ms make one refresh and are all answered',
  async (lateMs) => {
    const { server, state, session } = await serviceOf({ lateMs })
    const client = clientOf(server.url, session)
    const replies = await Promise.all(Array.from({ length: 1_000 }, () => client.GET('/stations')))
    expect(replies.every(({ data }) => data?.count === 3)).toBe(true)
    expect([server.count('/oauth/token'), state.reuse]).toEqual([1, 0])
    expect(await session.tokens()).toEqual({ token: 'Bearer a2', refreshToken: 'r2' })
  },
)

test('a body is replayed whole, and middlewares before the queue see the reply to the replay', async () => {
  const { server, session } = await serviceOf()
  const client = createClient<paths>({ baseUrl: server.url })
  const seen: number[] = []
  client.use(
    {
      onResponse({ response }) {
        seen.push(response.status)
      },
    },
    refreshQueue(session),
  )
  const { data } = await client.POST('/orders', { body: { amount: 5 } })
  expect([data, seen]).toEqual([{ body: '{"amount":5}' }, [201]])
  expect(
    server.seen.filter(({ path }) => path === '/orders').map(({ authorization }) => authorization),
  ).toEqual(['Bearer a1', 'Bearer a2'])
})

test('a call that never gets a token lets go of its signal', async () => {
  const { server, session } = await serviceOf({ refreshMs: 100 })
  const client = createClient<paths>({ baseUrl: server.url })
  const signals: AbortSignal[] = []
  client.use(
    {
      onRequest({ request }) {
        signals.push(request.signal)
      },
    },
    refreshQueue(session),
  )
  const sent = client.GET('/stations').catch(() => 'ended')
  while (server.count('/oauth/token') === 0) await wait(5)
  const waiting = client.GET('/stations').catch(() => 'ended')
  await wait(20)
  const listeners = () => signals.slice(1).flatMap((signal) => getEventListeners(signal, 'abort'))
  expect(listeners()).toHaveLength(1)
  await session.end()
  expect(await Promise.all([sent, waiting])).toEqual(['ended', 'ended'])
  expect(listeners()).toEqual([])
})

test('a log-out during the refresh wins, and the calls that wait are told that the session has expired', async () => {
  const { server, session, onExpired } = await serviceOf({ refreshMs: 100 })
  const client = clientOf(server.url, session)
  const calls = Promise.allSettled([client.GET('/stations'), client.GET('/stations')])
  while (server.count('/oauth/token') === 0) await wait(5)
  expect(await session.end()).toEqual({ token: 'Bearer a1', refreshToken: 'r1' })
  expect((await calls).map((one) => one.status === 'rejected' && one.reason.kind)).toEqual([
    'session-expired',
    'session-expired',
  ])
  await wait(150)
  expect([await session.tokens(), onExpired.mock.calls.length]).toEqual([undefined, 0])
})

test('an abort leaves the wait at once, as fetch does, and the others are answered', async () => {
  const { server, session } = await serviceOf({ refreshMs: 300 })
  const client = clientOf(server.url, session)
  const leaving = new AbortController()
  const left = client.GET('/stations', { signal: leaving.signal })
  const stayed = client.GET('/stations')
  while (server.count('/oauth/token') === 0) await wait(5)
  const order: string[] = []
  const both = [
    left.catch((error: Error) => order.push(error.name)),
    stayed.then(({ data }) => order.push(String(data?.count))),
  ]
  leaving.abort()
  await Promise.all(both)
  expect([order, server.count('/oauth/token')]).toEqual([['AbortError', '3'], 1])
})

test('a refresh that is refused ends the session once for all', async () => {
  const { server, session, onExpired } = await serviceOf({ refreshStatus: 401 })
  const client = clientOf(server.url, session)
  const calls = await Promise.allSettled(Array.from({ length: 20 }, () => client.GET('/stations')))
  expect(new Set(calls.map((one) => one.status === 'rejected' && one.reason.kind))).toEqual(
    new Set(['session-expired']),
  )
  expect([server.count('/oauth/token'), onExpired.mock.calls.length, await session.tokens()]).toEqual([
    1,
    1,
    undefined,
  ])
  expect((await client.GET('/stations')).response.status).toBe(401)
})

test('a refresh without a verdict is tried again, and then fails the calls with its cause; the session stays', async () => {
  const { server, session, options } = await serviceOf({ refreshStatus: 502, refreshMs: 1, timeoutMs: 1_000 })
  const client = clientOf(server.url, session)
  await expect(client.GET('/stations')).rejects.toMatchObject({
    kind: 'session-unavailable',
    cause: { message: 'status 502' },
  })
  expect(server.count('/oauth/token')).toBeGreaterThan(1)
  delete options.refreshStatus
  expect((await client.GET('/stations')).data).toEqual({ count: 3 })
})

test('no more requests than maxConcurrency are under way, and calls with their own token or none pass untouched', async () => {
  const { server, state, session } = await serviceOf({ lateMs: 5 })
  const client = clientOf(server.url, session, {
    maxConcurrency: 4,
    isOpen: (path) => path === '/oauth/token',
  })
  await Promise.all(Array.from({ length: 40 }, () => client.GET('/stations')))
  expect(state.most).toBeLessThanOrEqual(8)
  const { response } = await client.GET('/stations', { headers: { Authorization: 'Bearer own' } })
  expect(response.status).toBe(401)
  await client.POST('/oauth/token', { body: { grant_type: 'refresh_token', refresh_token: 'x' } })
  expect(server.seen.at(-1)?.authorization).toBeUndefined()
})
