import { afterEach, describe, expect, test } from 'vitest'
import { createClient, loginWithOtp, memoryStore, totp } from '../src/index.ts'
import type { LostSession } from '../src/session/options.ts'
import { firstTokens, json, refusal, startServer } from './support/server.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const form = { username: 'qiye001', password: 'Abc12345', uuid: 'u1', code: '7' }
const SESSION = { token: 'Bearer abc', refreshToken: 'r', randomNumber: '7' }

/** A server that wants this code. */
async function factorServer(otp: string) {
  const server = await startServer((seen, response) => {
    const sent: { otp?: string } = JSON.parse(seen.body)
    if (sent.otp === otp) return json(response, 200, SESSION)
    const code = sent.otp === undefined ? 'S-001' : 'S-002'
    return json(response, 400, { ...refusal(400, '请输入动态验证码'), code })
  })
  closing.push(server.close)
  return server
}

describe('a log-in that needs a code', () => {
  test('asks for it and sends the same log-in again, until it is right', async () => {
    const server = await factorServer('222222')
    const client = createClient({ baseUrl: server.url })
    const codes = ['111111', '222222']
    const asked: (string | undefined)[] = []
    await loginWithOtp(client, form, async ({ code }) => {
      asked.push(code)
      return codes.shift()
    })
    expect(asked).toEqual(['S-001', 'S-002'])
    const sent = server.seen.map(({ body }) => JSON.parse(body))
    expect(sent).toEqual([form, { ...form, otp: '111111' }, { ...form, otp: '222222' }])
    expect(await client.hasSession()).toBe(true)
  })

  test('is refused when the user gives up', async () => {
    const server = await factorServer('222222')
    const client = createClient({ baseUrl: server.url })
    const giveUp = async () => undefined
    await expect(loginWithOtp(client, form, giveUp)).rejects.toMatchObject({
      kind: 'validation',
      code: 'S-001',
    })
    expect(server.seen).toHaveLength(1)
  })

  test('sends a code that the caller computes at once', async () => {
    const otp = await totp('JBSWY3DPEHPK3PXP')
    const server = await factorServer(otp)
    await createClient({ baseUrl: server.url }).login({ ...form, otp })
    expect(server.seen).toHaveLength(1)
  })
})

// RFC 6238, appendix B.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [20_000_000_000, '353130'],
])('the code at second %i is that of RFC 6238, whatever the spelling of the secret', async (second, code) => {
  expect(await totp('gezd gnbv gy3t qojq gezd gnbv gy3t qojq', second * 1_000)).toBe(code)
})

test.each(['', '0189', '密钥'])('the secret %j is refused', async (secret) => {
  await expect(totp(secret)).rejects.toBeInstanceOf(RangeError)
})

test('an ended session says why, in the cause of the error and to the hooks', async () => {
  const words = '此登录已由本人结束，请重新登录'
  const server = await startServer((_seen, response) =>
    json(response, 401, { ...refusal(401, words), code: 'S-006' }),
  )
  closing.push(server.close)
  const why = { code: 'S-006', message: words }
  const causes: unknown[] = []
  const clientWith = (recoverSession?: (lost: LostSession) => Promise<boolean>) =>
    createClient({
      baseUrl: server.url,
      session: memoryStore({ ...firstTokens }),
      retry: { times: 0 },
      hooks: {
        onExpired: (_message, cause) => causes.push(cause),
        ...(recoverSession ? { recoverSession } : {}),
      },
    })
  const recovering = clientWith(async ({ cause }) => {
    causes.push(cause)
    return false
  })
  for (const client of [clientWith(), recovering])
    await expect(client.messages.getUnreadCount()).rejects.toMatchObject({
      kind: 'session-expired',
      cause: why,
    })
  expect(causes).toMatchObject([why, why, why])
})
