import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  createClient,
  memoryStore,
  NotReplayableError,
  rawClient,
  SessionExpiredError,
} from '../src/index.ts'
import { firstTokens, startPlatform, wait } from './support/server.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function platform(options: Parameters<typeof startPlatform>[0] = {}) {
  const server = await startPlatform(options)
  closing.push(server.close)
  return server
}

const clientOf = (url: string, extra: Partial<Parameters<typeof createClient>[0]> = {}) =>
  createClient({ baseUrl: url, session: memoryStore(firstTokens), retry: { times: 0 }, ...extra })

describe('when the token dies', () => {
  test('[4.session.6] 1,000 calls at once make one refresh and are all answered', async () => {
    const server = await platform()
    server.expire()
    const client = clientOf(server.url)
    const answers = await Promise.all(Array.from({ length: 1000 }, () => client.messages.getUnreadCount()))
    expect(answers.every(({ count }) => count === 3)).toBe(true)
    expect(server.count('/auth/refresh')).toBe(1)
    expect(server.state.reuse).toBe(0)
  })

  test('no more requests are wasted than may be under way at once', async () => {
    const server = await platform()
    server.expire()
    const client = clientOf(server.url, { maxConcurrency: 64 })
    await Promise.all(Array.from({ length: 1000 }, () => client.messages.getUnreadCount()))
    expect(server.count('/api/messagePush/unreadCount')).toBeLessThanOrEqual(1064)
  })

  test('a refusal that arrives after the refresh is replayed without a second one', async () => {
    const server = await platform({ refreshDelay: 1 })
    server.expire()
    const late = clientOf(server.url, {
      fetch: async (input, init) => {
        const response = await fetch(input, init)
        if (String(input).endsWith('unreadCount') && response.status === 401) await wait(Math.random() * 120)
        return response
      },
      maxConcurrency: 500,
    })
    await Promise.all(Array.from({ length: 300 }, () => late.messages.getUnreadCount()))
    expect(server.count('/auth/refresh')).toBe(1)
  })

  test('a call that begins during the refresh waits for it', async () => {
    const server = await platform({ refreshDelay: 80 })
    server.expire()
    const client = clientOf(server.url)
    const first = client.messages.getUnreadCount()
    while (server.count('/auth/refresh') === 0) await wait(5)
    await Promise.all([first, client.messages.getUnreadCount()])
    const sent = server.seen
      .filter(({ path }) => path.endsWith('unreadCount'))
      .map(({ authorization }) => authorization)
    expect(sent).toEqual(['Bearer t1', 'Bearer t2', 'Bearer t2'])
  })

  test('all three values are stored before the queue is released', async () => {
    const server = await platform()
    server.expire()
    const session = memoryStore(firstTokens)
    await clientOf(server.url, { session }).messages.getUnreadCount()
    expect(session.read()).toEqual({ token: 'Bearer t2', refreshToken: 'r2', randomNumber: '2' })
  })

  test('a replay carries the file of the first try', async () => {
    const server = await platform()
    server.expire()
    const form = new FormData()
    form.append('file', new File(['x'.repeat(100_000)], '备案证.pdf'))
    form.append('bizType', 'PROJECT_RECORD')
    await clientOf(server.url).files.upload(form)
    const bodies = server.seen.filter(({ path }) => path === '/api/files').map(({ body }) => body)
    expect(bodies).toHaveLength(2)
    for (const body of bodies) expect(body).toContain('x'.repeat(100_000))
  })

  test('a body that can be read once is refused with its own error, and never sent empty', async () => {
    const server = await platform()
    server.expire()
    const upload = clientOf(server.url).files.upload(new Blob(['once']).stream())
    await expect(upload).rejects.toBeInstanceOf(NotReplayableError)
    expect(server.count('/api/files')).toBe(1)
  })

  test('a call that its caller ends leaves the queue at once, and the others are answered', async () => {
    const server = await platform({ refreshDelay: 300 })
    server.expire()
    const client = clientOf(server.url)
    const leaving = new AbortController()
    const left = client.messages.getUnreadCount({ signal: leaving.signal })
    const stayed = client.messages.getUnreadCount()
    await wait(60)
    const ended = performance.now()
    leaving.abort()
    await expect(left).rejects.toMatchObject({ kind: 'aborted' })
    expect(performance.now() - ended).toBeLessThan(100)
    expect(await stayed).toEqual({ count: 3 })
    expect(server.count('/auth/refresh')).toBe(1)
  })

  test('the raw client shares the session and its refresh', async () => {
    const server = await platform()
    server.expire()
    const client = clientOf(server.url)
    const [{ data }, count] = await Promise.all([
      rawClient(client).GET('/api/messagePush/unreadCount'),
      client.messages.getUnreadCount(),
    ])
    expect([data, count]).toEqual([{ count: 3 }, { count: 3 }])
    expect(server.count('/auth/refresh')).toBe(1)
  })
})

describe('when the refresh fails', () => {
  test.each([401, 400, 403])(
    '[4.session.7, 8.errors.4] status %d ends every call alike, with one notice and one log-out',
    async (refreshStatus) => {
      const server = await platform({ refreshStatus })
      server.expire()
      const onExpired = vi.fn()
      const session = memoryStore(firstTokens)
      const client = clientOf(server.url, { session, hooks: { onExpired } })
      const settled = await Promise.allSettled(
        Array.from({ length: 50 }, () => client.messages.getUnreadCount()),
      )
      for (const result of settled) {
        expect(result.status === 'rejected' && result.reason).toBeInstanceOf(SessionExpiredError)
      }
      await wait(50)
      expect(onExpired.mock.calls).toEqual([['登录过期，请重新登录', expect.any(Error)]])
      expect(server.count('/auth/refresh')).toBe(1)
      expect(server.count('/auth/logout')).toBe(1)
      expect(session.read()).toBeUndefined()
    },
  )

  test.each([500, 502, 503, 429, 408])(
    'status %d is no refusal: it is asked again, and the session goes on when the server does',
    async (refreshStatus) => {
      const server = await platform({ refreshStatus, refreshDelay: 1 })
      server.expire()
      const onExpired = vi.fn()
      const client = clientOf(server.url, { retry: { times: 0, baseDelay: 5 }, hooks: { onExpired } })
      const call = client.messages.getUnreadCount()
      while (server.count('/auth/refresh') < 2) await wait(2)
      server.options.refreshStatus = undefined
      expect(await call).toEqual({ count: 3 })
      expect(onExpired).not.toHaveBeenCalled()
    },
  )

  test.each([
    ['says 500 all the time', { refreshStatus: 500, refreshDelay: 1 }, 'server'],
    ['says 500 and then hangs', { refreshStatus: 500, refreshDelay: 1, hangsAfter: 1 }, 'server'],
    ['hangs', { refreshDelay: 5_000 }, 'timeout'],
  ])(
    'a refresh that %s fails the calls when its time is over, with its first failure, and the session stays',
    async (_how, how, kind) => {
      const server = await platform(how)
      server.expire()
      const session = memoryStore(firstTokens)
      const client = clientOf(server.url, { session, retry: { baseDelay: 5 }, timeout: { refresh: 1_000 } })
      await expect(client.messages.getUnreadCount()).rejects.toMatchObject({
        kind: 'session-unavailable',
        message: '暂时无法确认登录状态，请稍后再试',
        cause: { kind, url: '/auth/refresh' },
      })
      expect(session.read()).toEqual(firstTokens)
      expect(server.count('/auth/logout')).toBe(0)
    },
  )

  test('without companions no refresh is tried', async () => {
    const server = await platform()
    server.expire()
    const client = clientOf(server.url, { session: memoryStore({ token: 'Bearer t1' }) })
    await expect(client.messages.getUnreadCount()).rejects.toMatchObject({ message: '登录过期，请重新登录' })
    expect(server.count('/auth/refresh')).toBe(0)
  })

  test('a log-out during the refresh wins over it', async () => {
    const server = await platform({ refreshDelay: 150 })
    server.expire()
    const onExpired = vi.fn()
    const session = memoryStore(firstTokens)
    const client = clientOf(server.url, { session, hooks: { onExpired } })
    const call = client.messages.getUnreadCount()
    call.catch(() => undefined)
    await wait(50)
    await client.logout()
    await expect(call).rejects.toMatchObject({ kind: 'session-expired' })
    expect(session.read()).toBeUndefined()
    expect(onExpired).not.toHaveBeenCalled()
  })

  test('a log-in that is refused is no reason to refresh', async () => {
    const server = await platform()
    server.expire()
    const client = clientOf(server.url)
    await expect(client.auth.login({ username: 'a', password: 'b' })).rejects.toMatchObject({
      kind: 'unauthenticated',
    })
    expect(server.count('/auth/refresh')).toBe(0)
  })

  test('a token that the caller gave by hand is not replaced', async () => {
    const server = await platform()
    const call = clientOf(server.url).messages.getUnreadCount({ headers: { Authorization: 'Bearer own' } })
    await expect(call).rejects.toMatchObject({ kind: 'unauthenticated' })
    expect(server.count('/auth/refresh')).toBe(0)
  })
})
