import { afterEach, expect, test, vi } from 'vitest'
import { createClient, memoryStore } from '../src/index.ts'
import type { LostSession } from '../src/session/options.ts'
import { firstTokens, json, refusal, startServer, wait } from './support/server.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const LOGIN = { username: 'qiye001', password: 'Abc12345' }
const NEW = { token: 'Bearer new', refreshToken: 'r2', randomNumber: '8' }

/** A server on which every session but that of a new log-in has ended. */
async function endedPlatform() {
  const server = await startServer((seen, response) => {
    if (seen.path === '/auth/login') return json(response, 200, NEW)
    if (seen.path.startsWith('/api/platform'))
      return json(response, 200, { title: '平台', captchaEnabled: false })
    if (seen.authorization !== NEW.token) return json(response, 401, refusal(401, '登录状态已失效'))
    return json(response, 200, { count: 1 })
  })
  closing.push(server.close)
  return server
}

type Recover = (lost: LostSession) => Promise<boolean>

const clientOf = (url: string, recoverSession: Recover, timeout = 2_000) =>
  createClient({
    baseUrl: url,
    session: memoryStore({ ...firstTokens }),
    retry: { times: 0 },
    timeout: { ordinary: timeout },
    hooks: { recoverSession },
  })

const draft = { title: '甲', content: '<p>乙</p>', messageType: '1', targetType: '0' } as const

test('a write waits for the log-in and is sent after it, with its idempotency key and body', async () => {
  const server = await endedPlatform()
  const lost: LostSession[] = []
  const client = clientOf(server.url, async (why) => {
    lost.push(why)
    await client.login(LOGIN)
    return true
  })
  await client.messages.create(draft, { idempotencyKey: 'of-this-draft' })
  const sent = server.seen.filter(({ path }) => path === '/api/messagePush')
  expect(sent.map(({ authorization }) => authorization)).toEqual([firstTokens.token, NEW.token])
  expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['of-this-draft', 'of-this-draft'])
  expect(sent[0]?.body).toBe(sent[1]?.body)
  expect(lost).toMatchObject([{ isSafe: false }])
})

test('a read by POST counts as safe where the caller says so', async () => {
  const server = await endedPlatform()
  const lost: LostSession[] = []
  const client = clientOf(server.url, async (why) => {
    lost.push(why)
    return false
  })
  const check = client.projects.checkRepeat(
    { project: { projectName: '甲', provinceCode: '640000' } },
    { isSafe: true },
  )
  await expect(check).rejects.toMatchObject({ kind: 'session-expired' })
  expect(lost).toMatchObject([{ isSafe: true }])
})

test('all calls wait for one log-in, those that begin meanwhile too', async () => {
  const server = await endedPlatform()
  const recover = vi.fn(async () => {
    await wait(60)
    await client.login(LOGIN)
    return true
  })
  const client = clientOf(server.url, recover)
  const first = [client.messages.getUnreadCount(), client.messages.getUnreadCount()]
  await wait(30)
  const counts = await Promise.all([...first, client.messages.getUnreadCount()])
  expect([counts.length, recover.mock.calls.length]).toEqual([3, 1])
})

test('no call times out while the user logs in', async () => {
  const server = await endedPlatform()
  const client = clientOf(
    server.url,
    async () => {
      await wait(2_500)
      await client.login(LOGIN)
      return true
    },
    1_500,
  )
  await expect(client.messages.getUnreadCount()).resolves.toEqual({ count: 1 })
})

test('what the log-in needs does not wait for it', async () => {
  const server = await endedPlatform()
  const client = clientOf(server.url, async () => {
    expect((await client.platform.get()).captchaEnabled).toBe(false)
    await client.login(LOGIN)
    return true
  })
  await expect(client.messages.getUnreadCount()).resolves.toEqual({ count: 1 })
})

test('a user who does not log in gets his calls refused, and is asked again by the next', async () => {
  const server = await endedPlatform()
  const answers = [false, false, true]
  const recover = vi.fn(async () => {
    const isWilling = answers.shift() ?? false
    if (isWilling) await client.login(LOGIN)
    return isWilling
  })
  const client = clientOf(server.url, recover)
  const refused = { kind: 'session-expired' }
  await expect(client.messages.getUnreadCount()).rejects.toMatchObject(refused)
  await expect(client.messages.create(draft)).rejects.toMatchObject(refused)
  await expect(client.messages.create(draft)).resolves.toBeDefined()
  expect(recover).toHaveBeenCalledTimes(3)
})

test('nobody is asked to log in again after a log-out, or without a session', async () => {
  const server = await endedPlatform()
  const recover = vi.fn(async () => true)
  const client = clientOf(server.url, recover)
  await client.logout()
  await expect(client.messages.getUnreadCount()).rejects.toMatchObject({ status: 401 })
  expect(recover).not.toHaveBeenCalled()
})
