import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createClient,
  credentialsOf,
  memoryStore,
  type ServiceAccount,
  type Transport,
  totp,
} from '../src/index.ts'
import { json, refusal, startServer } from './support/server.ts'
import { transports } from './support/transports.ts'

const SECRET = 'JBSWY3DPEHPK3PXP'
const account: ServiceAccount = { username: 'erp', password: 'Abc12345' }
const SECOND = 1_000
const MINUTE = 60 * SECOND

const closing: (() => unknown)[] = []
/** Time that has passed without a wait. */
let passed = 0
beforeEach(() => {
  const [clock, since] = [performance.now.bind(performance), Date.now.bind(Date)]
  passed = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clock() + passed)
  vi.spyOn(Date, 'now').mockImplementation(() => since() + passed)
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0)) await close()
})

type Refuse = (response: ServerResponse) => void

const page =
  (status: number): Refuse =>
  (response) =>
    void response.writeHead(status, { 'Content-Type': 'text/html' }).end('<html>')
const own =
  (status: number, code?: string, headers?: Record<string, string>): Refuse =>
  (response) =>
    json(response, status, { ...refusal(status, '不予登录'), ...(code && { code }) }, headers)

/** A platform whose replies to log-ins the test sets. */
async function platform(transport: Transport) {
  const state = {
    logins: 0,
    ended: 0,
    flag: 'not',
    refuse: undefined as Refuse | undefined,
    otps: [] as (string | undefined)[],
  }
  /** Codes of the second factor that were used, where one is asked for. */
  const used = new Set<string>()
  let hasFactor = false
  const server = await startServer(async ({ path, authorization, body }, response) => {
    if (path !== '/auth/login')
      return authorization === `Bearer ${state.logins}` && state.ended < state.logins
        ? json(response, 200, { count: 3 })
        : json(response, 401, refusal(401, '登录状态已过期'))
    state.logins += 1
    if (state.refuse) return state.refuse(response)
    const { otp } = JSON.parse(body) as { otp?: string } // as the client wrote it
    if (hasFactor) {
      state.otps.push(otp)
      if (!otp) return own(400, 'S-001')(response)
      if (otp !== (await totp(SECRET)) || used.has(otp)) return own(400, 'S-002')(response)
      used.add(otp)
    }
    const { flag } = state
    const token = flag === 'not' ? `Bearer ${state.logins}` : 'Bearer of little use'
    json(response, 200, { flag, token, refreshToken: 'r', randomNumber: '1' })
  })
  closing.push(server.close)
  const clientOf = (given = account) =>
    createClient({
      baseUrl: server.url,
      transport,
      session: memoryStore(),
      credentials: credentialsOf(given),
      retry: { times: 0 },
    })
  const askFactor = () => {
    hasFactor = true
  }
  /** The server ends the session, and refuses to refresh it. */
  const end = () => {
    state.ended = state.logins
  }
  return { state, clientOf, askFactor, end }
}

describe.each([transports[0], transports[2]])('by %s', (_name, transport) => {
  describe('a log-in that was answered by', () => {
    test.each([
      ['a page with 403', page(403)],
      ['a page with 404', page(404)],
      ['a page with 405', page(405)],
      ['a page with 408', page(408)],
      ['a page with 200', page(200)],
      ['a page with 401', page(401)],
      ['a page with 502', page(502)],
      ['nothing with 503', (response: ServerResponse) => void response.writeHead(503).end()],
      ['nothing with 401', (response: ServerResponse) => void response.writeHead(401).end()],
      [
        'JSON of a gateway with 404',
        (response: ServerResponse) => json(response, 404, { message: 'no route' }),
      ],
      ['a broken connection', (response: ServerResponse) => void response.destroy()],
      ['429 of a gateway', page(429)],
    ])('%s is made again after ten seconds, by the same client', async (_what, refuse) => {
      const { state, clientOf } = await platform(transport)
      const client = clientOf()
      state.refuse = refuse
      for (let round = 0; round < 3; round++)
        await expect(client.messages.getUnreadCount()).rejects.toMatchObject({ kind: 'session-unavailable' })
      expect(state.logins).toBe(1)
      state.refuse = undefined
      passed += 10 * SECOND
      expect(await client.messages.getUnreadCount()).toEqual({ count: 3 })
    })

    test.each([
      ['a wrong password', own(400, 'A-004'), 60 * MINUTE, 'session-expired'],
      ['a missing captcha', own(400, 'A-003'), 60 * MINUTE, 'session-expired'],
      ['a refusal of a platform without codes', own(401), 60 * MINUTE, 'session-expired'],
      ['a registration that is not approved', own(403, 'A-006'), 15 * MINUTE, 'session-expired'],
      ['a disabled account', own(400, 'A-007'), 15 * MINUTE, 'session-expired'],
      ['a password that must be changed', own(403, 'A-009'), 15 * MINUTE, 'session-expired'],
      ['an account that is not complete', own(400, 'A-010'), 15 * MINUTE, 'session-expired'],
      ['an initial password that has expired', own(400, 'A-021'), 15 * MINUTE, 'session-expired'],
      ['a second factor without its secret', own(400, 'S-001'), 15 * MINUTE, 'session-expired'],
      ['a second factor that the account lacks', own(403, 'S-004'), 15 * MINUTE, 'session-expired'],
      [
        'a lock of a quarter',
        own(429, 'A-005', { 'Retry-After': '900' }),
        15 * MINUTE,
        'session-unavailable',
      ],
      ['a lock of a day', own(429, 'S-003', { 'Retry-After': '86400' }), 60 * MINUTE, 'session-unavailable'],
      ['too many log-ins', own(429), MINUTE, 'session-unavailable'],
    ])(
      '%s is made again after its time, not before, and not an hour later',
      async (_what, refuse, ms, kind) => {
        const { state, clientOf } = await platform(transport)
        const client = clientOf()
        state.refuse = refuse
        for (const step of [0, ms - 5 * SECOND]) {
          passed += step
          await expect(client.messages.getUnreadCount()).rejects.toMatchObject({
            kind,
            cause: { message: '不予登录' },
          })
        }
        expect(state.logins).toBe(1)
        state.refuse = undefined
        passed += 5 * SECOND
        expect(await client.messages.getUnreadCount()).toEqual({ count: 3 })
      },
    )

    test.each([
      ['init', 'A-009', '须先修改密码：执行 xinchu login --new-password-file <文件>，或登录网页修改'],
      ['reset', 'A-009', '须先修改密码：执行 xinchu login --new-password-file <文件>，或登录网页修改'],
      ['expired', 'A-009', '须先修改密码：执行 xinchu login --new-password-file <文件>，或登录网页修改'],
      ['users', 'A-010', '账号信息尚未完善，请先在网页登录并完善'],
    ])(
      'the flag %s is made again after a quarter of an hour, and says what to do',
      async (flag, code, message) => {
        const { state, clientOf } = await platform(transport)
        const client = clientOf()
        state.flag = flag
        for (const step of [0, 15 * MINUTE - 5 * SECOND]) {
          passed += step
          const cause = { code, message }
          await expect(client.messages.getUnreadCount()).rejects.toMatchObject({
            kind: 'session-expired',
            cause,
          })
        }
        expect([state.logins, await client.hasSession(), await client.restore()]).toEqual([1, false, false])
        state.flag = 'not'
        passed += 5 * SECOND
        expect(await client.messages.getUnreadCount()).toEqual({ count: 3 })
      },
    )

    test('success is not made again within ten seconds, whatever happens to its session', async () => {
      const { state, clientOf, end } = await platform(transport)
      const client = clientOf()
      expect(await client.messages.getUnreadCount()).toEqual({ count: 3 })
      end()
      for (const step of [0, 9 * SECOND]) {
        passed += step
        await expect(client.messages.getUnreadCount()).rejects.toMatchObject({ kind: 'session-expired' })
      }
      expect(state.logins).toBe(1)
      passed += SECOND
      expect(await client.messages.getUnreadCount()).toEqual({ count: 3 })
    })

    test('failures without end is made more and more rarely, at least each quarter of an hour', async () => {
      const { state, clientOf } = await platform(transport)
      const client = clientOf()
      state.refuse = page(502)
      const at: number[] = []
      for (; passed < 180 * MINUTE; passed += SECOND) {
        const before = state.logins
        await client.messages.getUnreadCount().catch(() => undefined)
        if (state.logins > before) at.push(passed / SECOND)
      }
      const waits = at.slice(1).map((second, index) => second - (at[index] ?? 0))
      expect(waits.slice(0, 8)).toEqual([10, 20, 40, 80, 160, 320, 640, 900])
      expect(Math.max(...waits)).toBe(900)
    })
  })

  describe('the code of a second factor', () => {
    const withFactor = { ...account, otpSecret: SECRET }
    /** Moves the clock to shortly before the next step of the codes. */
    const beforeStep = () => {
      passed += 30_000 - (Date.now() % 30_000) - 700
    }

    test('that another service of the account has used is followed by that of the next step', async () => {
      const { state, clientOf, askFactor } = await platform(transport)
      askFactor()
      beforeStep()
      const [first, second] = [clientOf(withFactor), clientOf(withFactor)]
      expect(await first.messages.getUnreadCount()).toEqual({ count: 3 })
      expect(await second.messages.getUnreadCount()).toEqual({ count: 3 })
      const codes = state.otps.filter(Boolean)
      expect([codes.length, new Set(codes).size]).toEqual([3, 2])
    })

    test('that is refused twice, as with a wrong clock, is given again after ten seconds', async () => {
      const { state, clientOf, askFactor } = await platform(transport)
      askFactor()
      beforeStep()
      const client = clientOf(withFactor)
      state.refuse = (response) => own(400, state.logins % 3 === 1 ? 'S-001' : 'S-002')(response)
      await expect(client.messages.getUnreadCount()).rejects.toMatchObject({
        kind: 'session-unavailable',
        cause: { code: 'S-002' },
      })
      expect(state.logins).toBe(3)
      state.refuse = undefined
      passed += 10 * SECOND
      expect(await client.messages.getUnreadCount()).toEqual({ count: 3 })
    })
  })
})
