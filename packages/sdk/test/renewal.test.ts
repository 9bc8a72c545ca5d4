import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ClientOptions, createClient, memoryStore } from '../src/index.ts'
import { firstTokens, type PlatformOptions, startPlatform, wait } from './support/server.ts'

const closing: (() => Promise<void>)[] = []
let now = 0

beforeEach(() => {
  now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0)) await close()
})

/** A client that has just logged in, on a clock that the test sets. */
async function loggedIn(options: PlatformOptions, own: Partial<ClientOptions> = {}) {
  const server = await startPlatform({ refreshDelay: 30, expiresIn: 7_200, ...options })
  closing.push(server.close)
  const session = memoryStore()
  const onExpired = vi.fn()
  const client = createClient({
    baseUrl: server.url,
    session,
    hooks: { onExpired },
    retry: { times: 0 },
    ...own,
  })
  await client.login({ username: 'a', password: 'b' })
  const call = () => client.messages.getUnreadCount()
  const renewed = () =>
    vi.waitFor(async () => expect(await session.read()).toMatchObject({ token: 'Bearer t2' }))
  return { server, client, session, onExpired, call, renewed }
}

const seconds = (count: number) => {
  now = count * 1_000
}

test('a call shortly before the end of the token renews it, and is not kept waiting', async () => {
  const { server, call, renewed } = await loggedIn({})
  seconds(7_079)
  await call()
  expect(server.count('/auth/refresh')).toBe(0)
  seconds(7_081)
  await call()
  await renewed()
  await call()
  expect(server.count('/auth/refresh')).toBe(1)
  expect(server.seen.at(-1)?.authorization).toBe('Bearer t2')
  const answers = server.seen.filter(({ path }) => path.endsWith('unreadCount'))
  expect(answers.map(({ authorization }) => authorization)).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2'])
})

test('a session without calls is not kept alive', async () => {
  const { server } = await loggedIn({ expiresIn: 2 })
  seconds(7_200)
  await wait(50)
  expect(server.count('/auth/refresh')).toBe(0)
})

test('a thousand calls at that time renew the token once', async () => {
  const { server, call, renewed } = await loggedIn({})
  seconds(7_150)
  const counts = await Promise.all(Array.from({ length: 1_000 }, call))
  expect(counts.every(({ count }) => count === 3)).toBe(true)
  // No call waits for it, so that it may end after them.
  await renewed()
  expect([server.count('/auth/refresh'), server.state.reuse]).toEqual([1, 0])
})

test.each([
  ['of a short life is renewed in its second half only', 60, {}, 29, 31],
  ['is renewed as early as the caller says', 7_200, { renewAhead: 600_000 }, 6_599, 6_601],
])('a token %s', async (_rule, expiresIn, own, before, after) => {
  const { server, call, renewed } = await loggedIn({ expiresIn }, own)
  seconds(before)
  await call()
  expect(server.count('/auth/refresh')).toBe(0)
  seconds(after)
  await call()
  await renewed()
  expect(server.count('/auth/refresh')).toBe(1)
})

test.each([
  ['the caller wants none', { expiresIn: 7_200 }, { renewAhead: 0 }],
  ['the server does not say how long the token is good', { expiresIn: undefined as unknown as number }, {}], // as servers of before do
])('nothing is renewed ahead of time where %s', async (_rule, options, own) => {
  const { server, call } = await loggedIn(options, own)
  seconds(7_199)
  await call()
  await wait(50)
  expect(server.count('/auth/refresh')).toBe(0)
})

test('a renewal that fails ends nothing, and is tried again a second later', async () => {
  const { server, call, renewed, onExpired } = await loggedIn({ refreshStatus: 500, refreshDelay: 1 })
  seconds(7_100)
  for (let round = 0; round < 3; round++) {
    await call()
    await wait(30)
  }
  expect(server.count('/auth/refresh')).toBe(1)
  seconds(7_102)
  server.options.refreshStatus = undefined
  await call()
  await renewed()
  expect(onExpired).not.toHaveBeenCalled()
})

test('a refresh token that was refused ahead of time is not tried again when the token dies', async () => {
  const { server, call, onExpired } = await loggedIn({ refreshStatus: 401, refreshDelay: 1 })
  seconds(7_100)
  await call()
  await wait(30)
  seconds(7_150)
  await call()
  await wait(30)
  expect(onExpired).not.toHaveBeenCalled()
  server.expire()
  await expect(call()).rejects.toMatchObject({ kind: 'session-expired' })
  expect([server.count('/auth/refresh'), onExpired.mock.calls.length]).toEqual([1, 1])
})

test('calls that are refused during the renewal wait for it, and make no second one', async () => {
  const { server, call } = await loggedIn({ refreshDelay: 80 })
  seconds(7_150)
  server.expire()
  const counts = await Promise.all(Array.from({ length: 50 }, call))
  expect(counts).toHaveLength(50)
  expect(server.count('/auth/refresh')).toBe(1)
})

test('a stream that can be read once is sent with the new token', async () => {
  const { server, client } = await loggedIn({})
  seconds(7_150)
  await client.files.upload(new Blob(['once']).stream())
  expect(server.seen.filter(({ path }) => path === '/api/files')).toMatchObject([
    { authorization: 'Bearer t2', body: 'once' },
  ])
})

test('a log-out during the renewal wins over it', async () => {
  const { server, client, call, session } = await loggedIn({ refreshDelay: 60 })
  seconds(7_150)
  await call()
  while (server.count('/auth/refresh') === 0) await wait(5)
  await client.logout()
  await wait(120)
  expect(session.read()).toBeUndefined()
})

test('a session that was taken up again is renewed when its token is refused, as ever', async () => {
  const { server, client, call } = await loggedIn({})
  await client.resume(firstTokens)
  seconds(7_199)
  await call()
  expect(server.count('/auth/refresh')).toBe(0)
})
