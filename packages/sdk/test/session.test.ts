import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import {
  browserStore,
  createClient,
  isSession,
  type LoginResult,
  memoryStore,
  type SessionStore,
} from '../src/index.ts'
import { firstTokens, json, refusal, startPlatform, startServer } from './support/server.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function loginServer(result: LoginResult) {
  const server = await startServer((seen, response) =>
    seen.path === '/auth/login' ? json(response, 200, result) : json(response, 200, { count: 1 }),
  )
  closing.push(server.close)
  return server
}

const form = { username: 'qiye001', password: 'Abc12345' }

describe('log-in', () => {
  test('[7.wire.1] the token is sent as it came, with its prefix, and never with a second one', async () => {
    const server = await loginServer({ token: 'Bearer abc', refreshToken: 'r', randomNumber: '7' })
    const client = createClient({ baseUrl: `${server.url}/` })
    await client.login(form)
    await client.messages.getUnreadCount()
    expect(server.seen.map(({ path, authorization }) => [path, authorization])).toEqual([
      ['/auth/login', undefined],
      ['/api/messagePush/unreadCount', 'Bearer abc'],
    ])
  })

  test('[4.session.3] an account that must first be completed gets no session, and its token is not kept', async () => {
    const server = await loginServer({ flag: 'users', token: 'Bearer short' })
    const session = memoryStore()
    const client = createClient({ baseUrl: server.url, session })
    const result = await client.login(form)
    expect([result.token, isSession(result), session.read()]).toEqual(['Bearer short', false, undefined])
  })

  test.each(['not', 'init', 'expired'] as const)('the flag %s comes with a session', async (flag) => {
    const server = await loginServer({ flag, token: 'Bearer abc', refreshToken: 'r', randomNumber: '7' })
    const client = createClient({ baseUrl: server.url })
    await client.login(form)
    expect(await client.hasSession()).toBe(true)
  })

  test('what is sent for a completion carries the token that the caller gives', async () => {
    const server = await loginServer({})
    const client = createClient({ baseUrl: server.url, session: memoryStore(firstTokens) })
    await client.departments.listBuiltIn({}, { headers: { Authorization: 'Bearer short' } })
    expect(server.seen[0]?.authorization).toBe('Bearer short')
  })

  test('a session narrows its token to a text', () => {
    const result: LoginResult = {}
    if (isSession(result)) expectTypeOf(result.token).toEqualTypeOf<string>()
  })
})

test('a client with a store of the browser can be made where there is no page', () => {
  expect(() => createClient({ baseUrl: '', session: browserStore() })).not.toThrow()
})

describe('log-out', () => {
  test('[4.session.5, 8.errors.9] the session is gone at once, even if the server cannot be reached', async () => {
    const server = await startServer(() => undefined)
    await server.close()
    const client = createClient({ baseUrl: server.url, session: memoryStore(firstTokens) })
    await client.logout()
    expect(await client.hasSession()).toBe(false)
  })

  test('without a session the server is not asked', async () => {
    const server = await loginServer({})
    await createClient({ baseUrl: server.url }).logout()
    expect(server.seen).toEqual([])
  })

  test('what the server says to a log-out is no error of the application', async () => {
    const server = await startServer((_seen, response) => json(response, 403, refusal(403, '无权')))
    closing.push(server.close)
    const hooks = { onError: vi.fn(), onForbidden: vi.fn() }
    await createClient({ baseUrl: server.url, session: memoryStore(firstTokens), hooks }).logout()
    expect([hooks.onError.mock.calls, hooks.onForbidden.mock.calls]).toEqual([[], []])
  })
})

describe('a session that somebody else changes', () => {
  const client = (url: string, session: SessionStore, onExpired?: () => void) =>
    createClient({
      baseUrl: url,
      session,
      retry: { times: 0 },
      ...(onExpired ? { hooks: { onExpired } } : {}),
    })

  async function platform(options: Parameters<typeof startPlatform>[0] = {}) {
    const server = await startPlatform(options)
    closing.push(server.close)
    return server
  }

  test('two clients of one store make one refresh between them', async () => {
    const server = await platform()
    server.expire()
    const session = memoryStore(firstTokens)
    const calls = [1, 2, 3].map(() => client(server.url, session).messages.getUnreadCount())
    expect(await Promise.all(calls)).toEqual([{ count: 3 }, { count: 3 }, { count: 3 }])
    expect([server.count('/auth/refresh'), server.state.reuse]).toEqual([1, 0])
  })

  test('where no lock is to be had, the loser goes on with what the winner stored', async () => {
    const server = await platform({ refreshDelay: 60 })
    server.expire()
    const store = memoryStore(firstTokens)
    const onExpired = vi.fn()
    const calls = [1, 2].map(() =>
      client(server.url, { read: store.read, write: store.write }, onExpired).messages.getUnreadCount(),
    )
    expect(await Promise.all(calls)).toEqual([{ count: 3 }, { count: 3 }])
    expect(onExpired).not.toHaveBeenCalled()
    expect((await store.read())?.token).toBe('Bearer t2')
  })

  test('a new log-in is not made to wait for the refresh of the session before', async () => {
    const server = await platform({ refreshDelay: 400 })
    server.expire()
    const one = client(server.url, memoryStore(firstTokens))
    const old = one.messages.getUnreadCount()
    old.catch(() => undefined)
    await vi.waitFor(() => expect(server.count('/auth/refresh')).toBe(1), { timeout: 30_000 })
    server.state.valid = 9
    await one.resume({ token: 'Bearer t9', refreshToken: 'r9', randomNumber: '9' })
    expect(await one.messages.getUnreadCount()).toEqual({ count: 3 })
    // The refresh is still under way.
    expect(server.state.generation).toBe(1)
    await expect(old).rejects.toMatchObject({ kind: 'session-expired' })
    expect(await one.hasSession()).toBe(true)
  })

  test('a log-out elsewhere ends the calls that are under way, with one notice', async () => {
    const server = await platform()
    const session = memoryStore(firstTokens)
    const onExpired = vi.fn()
    const one = client(server.url, session, onExpired)
    server.expire()
    const calls = Array.from({ length: 20 }, () => one.messages.getUnreadCount())
    // The sibling forgets the session while the first replies are on their way.
    setTimeout(() => session.write(undefined), 2)
    const settled = await Promise.allSettled(calls)
    expect(settled.every(({ status }) => status === 'rejected')).toBe(true)
    expect(onExpired.mock.calls.length).toBeLessThanOrEqual(1)
  })

  test('each session that ends is told of once, also the second', async () => {
    const server = await platform({ refreshStatus: 401 })
    const onExpired = vi.fn()
    const one = client(server.url, memoryStore(firstTokens), onExpired)
    server.expire()
    await one.messages.getUnreadCount().catch(() => undefined)
    await one.messages.getUnreadCount().catch(() => undefined)
    expect(onExpired).toHaveBeenCalledTimes(1)
    await one.resume(firstTokens)
    await one.messages.getUnreadCount().catch(() => undefined)
    expect(onExpired).toHaveBeenCalledTimes(2)
  })

  test('a fresh token that is refused as well ends the call, and not the session', async () => {
    const server = await startServer((seen, response) =>
      seen.path.startsWith('/auth/refresh')
        ? json(response, 200, { token: 'Bearer t2', refreshToken: 'r2', randomNumber: 2 })
        : json(response, 401, refusal(401, '登录状态已过期')),
    )
    closing.push(server.close)
    const session = memoryStore(firstTokens)
    await expect(client(server.url, session).messages.getUnreadCount()).rejects.toMatchObject({
      kind: 'unauthenticated',
    })
    // A number that the server gave as a number is kept as text.
    expect(session.read()).toEqual({ token: 'Bearer t2', refreshToken: 'r2', randomNumber: '2' })
    expect(server.seen).toHaveLength(3)
  })

  test.each([
    ['bare', 'r1'],
    ['with its prefix', 'Bearer r1'],
  ])('[7.wire.2] a refresh token kept %s is sent with one prefix', async (_how, refreshToken) => {
    const server = await platform()
    server.expire()
    await client(server.url, memoryStore({ ...firstTokens, refreshToken })).messages.getUnreadCount()
    const refresh = server.seen.find(({ path }) => path.startsWith('/auth/refresh'))
    expect([refresh?.method, refresh?.path, refresh?.authorization, refresh?.body]).toEqual([
      'POST',
      '/auth/refresh?code=1',
      'Bearer r1',
      '',
    ])
  })
})
