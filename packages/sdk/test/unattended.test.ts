import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  type ClientOptions,
  createClient,
  credentialsOf,
  memoryStore,
  type ServiceAccount,
  totp,
} from '../src/index.ts'
import { environmentCredentials, fileStore } from '../src/node/index.ts'
import { json, refusal, startServer } from './support/server.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closing.splice(0)) await close()
})

const account = { username: 'erp', password: 'Abc12345' }
const expired = { token: 'Bearer old', refreshToken: 'r-old', randomNumber: '1' }
const SECRET = 'JBSWY3DPEHPK3PXP'

/** A server that takes the tokens of its own log-ins only, and refuses every refresh. */
async function platform(password = account.password, otp?: () => Promise<string>) {
  const state = { logins: 0, password, isBusy: false, ended: 0, isDown: false }
  const server = await startServer(async ({ path, authorization, body }, response) => {
    if (state.isDown) return void response.destroy()
    if (path === '/auth/login') {
      state.logins += 1
      const form = JSON.parse(body) as ServiceAccount & { otp?: string } // as the client wrote it
      if (state.isBusy) return json(response, 429, refusal(429, '账号已锁定'), { 'Retry-After': '900' })
      if (form.password !== state.password) return json(response, 400, refusal(400, '账号或密码错误'))
      if (otp && form.otp !== (await otp()))
        return json(response, 400, { ...refusal(400, '请输入动态验证码'), code: 'S-001' })
      const token = `Bearer ${server.url} ${state.logins}`
      return json(response, 200, { flag: 'not', token, refreshToken: `r${state.logins}`, randomNumber: '1' })
    }
    if (path.startsWith('/auth/refresh')) return json(response, 401, refusal(401, '登录过期，请重新登录'))
    if (path === '/auth/logout') return void response.writeHead(204).end()
    const isValid = authorization === `Bearer ${server.url} ${state.logins}` && state.ended < state.logins
    return isValid
      ? json(response, 200, { count: state.logins })
      : json(response, 401, refusal(401, '登录状态已过期'))
  })
  closing.push(server.close)
  const clientOf = (options: Partial<ClientOptions> = {}) =>
    createClient({
      baseUrl: server.url,
      session: memoryStore(expired),
      credentials: credentialsOf(account),
      retry: { times: 1, baseDelay: 1 },
      timeout: { refresh: 30_000 },
      ...options,
    })
  /** The server ends the session. */
  const end = () => {
    state.ended = state.logins
  }
  return { ...server, state, clientOf, end }
}

describe('credentials', () => {
  test('log in where the session has ended, once for all calls that wait, and without a notice', async () => {
    const { clientOf, state, count } = await platform()
    const onExpired = vi.fn()
    const client = clientOf({ hooks: { onExpired } })
    const answers = await Promise.all(Array.from({ length: 200 }, () => client.messages.getUnreadCount()))
    expect(new Set(answers.map((answer) => answer.count))).toEqual(new Set([1]))
    expect([state.logins, count('/auth/refresh'), onExpired.mock.calls]).toEqual([1, 1, []])
  })

  test('log in where there has been no session', async () => {
    const { clientOf, state } = await platform()
    const client = clientOf({ session: memoryStore() })
    await Promise.all([client.messages.getUnreadCount(), client.messages.getUnreadCount()])
    expect(state.logins).toBe(1)
  })

  test('of processes that share a file make one log-in between them', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'xinchu-unattended-'))
    closing.push(() => rmSync(dir, { recursive: true }))
    const { clientOf, state } = await platform()
    const path = join(dir, 'session.json')
    await fileStore(path).write(expired)
    const clients = [1, 2, 3].map(() => clientOf({ session: fileStore(path) }))
    await Promise.all(clients.map((client) => client.messages.getUnreadCount()))
    expect(state.logins).toBe(1)
  })

  test('that are refused are not sent again until they have changed, and the calls say why', async () => {
    const { clientOf, state } = await platform('new password')
    const current = { ...account }
    const client = clientOf({ credentials: credentialsOf(async () => ({ ...current })) })
    for (let round = 0; round < 5; round++) {
      await expect(client.messages.getUnreadCount()).rejects.toMatchObject({
        kind: 'session-expired',
        cause: { message: '账号或密码错误' },
      })
    }
    expect(state.logins).toBe(1)
    current.password = 'new password'
    expect(await client.messages.getUnreadCount()).toEqual({ count: 2 })
  })

  test('of an account that is locked are not sent again before the lock is over', async () => {
    const { clientOf, state } = await platform()
    state.isBusy = true
    const client = clientOf()
    for (let round = 0; round < 3; round++)
      await expect(client.messages.getUnreadCount()).rejects.toMatchObject({
        kind: 'session-unavailable',
        retryAfterMs: 900_000,
        cause: { kind: 'rate-limit' },
      })
    expect(state.logins).toBe(1)
  })

  test('do not log in again and again where each session ends at once', async () => {
    const { clientOf, state, end } = await platform()
    const client = clientOf()
    await client.messages.getUnreadCount()
    for (let round = 0; round < 20; round++) {
      end()
      await expect(client.messages.getUnreadCount()).rejects.toMatchObject({ kind: 'session-expired' })
    }
    expect(state.logins).toBe(1)
  })

  test('are not used after a log-out', async () => {
    const { clientOf, state } = await platform()
    const client = clientOf()
    await client.messages.getUnreadCount()
    await client.logout()
    await expect(client.messages.getUnreadCount()).rejects.toMatchObject({ kind: 'unauthenticated' })
    expect([state.logins, await client.restore()]).toEqual([1, false])
  })

  test('give the code of a second factor once', async () => {
    const { clientOf, state } = await platform(account.password, () => totp(SECRET))
    const client = clientOf({ credentials: credentialsOf({ ...account, otpSecret: SECRET }) })
    await client.messages.getUnreadCount()
    expect(state.logins).toBe(2)
  })

  test('come from the environment, for each of several servers its own', async () => {
    const [first, second] = [await platform('one'), await platform('two')]
    const env = { A_USERNAME: 'a', A_PASSWORD: 'one', B_USERNAME: 'b', B_PASSWORD: 'two' }
    const clients = [
      first.clientOf({ credentials: environmentCredentials('A_', env) }),
      second.clientOf({ credentials: environmentCredentials('B_', env) }),
    ]
    await Promise.all(clients.map((client) => client.messages.getUnreadCount()))
    const asked = [first, second].map(({ seen, url }) =>
      seen
        .filter(({ authorization }) => authorization && !authorization.includes('old'))
        .every(({ authorization }) => authorization?.includes(url)),
    )
    expect([first.state.logins, second.state.logins, asked]).toEqual([1, 1, [true, true]])
    await expect(
      first.clientOf({ credentials: environmentCredentials('C_', env) }).projects.list(),
    ).rejects.toThrow('C_USERNAME')
  })
})

describe('restore() tells the truth', () => {
  const withoutCredentials = { credentials: undefined } as unknown as Partial<ClientOptions> // an option that is not given

  test('of a session that has ended, of one that lives, and of none', async () => {
    const { clientOf, state } = await platform()
    const session = memoryStore(expired)
    const client = clientOf({ ...withoutCredentials, session })
    expect([await client.hasSession(), await client.restore(), await client.hasSession()]).toEqual([
      true,
      false,
      false,
    ])
    await client.login(account)
    expect([await client.restore(), state.logins]).toEqual([true, 1])
    await client.logout()
    expect(await client.restore()).toBe(false)
  })

  test('by logging in where there are credentials', async () => {
    const { clientOf } = await platform()
    expect(await clientOf().restore()).toBe(true)
  })

  test('and nothing where the server cannot be asked', async () => {
    const { clientOf, state } = await platform()
    state.isDown = true
    await expect(clientOf(withoutCredentials).restore()).rejects.toMatchObject({ kind: 'network' })
  })
})
