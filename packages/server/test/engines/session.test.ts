import { createClient, memoryStore, type SessionTokens } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../../src/domain/auth/sample-password.ts'
import { operations } from '../../src/operations.ts'
import { type Rig, startRig } from '../rig.ts'
import { sessionCalls } from '../support/session.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const { anonymous, captcha, login, tokensOf, refresh, isAlive } = sessionCalls(() => rig.url)

describe('logging in', () => {
  test('[6.roles.1, 3.user.1, 3.user.2, 7.auth.1, 7.auth.3] gives a session with the person, his department, roles and permissions', async () => {
    const result = await login('county_yc', SAMPLE_PASSWORD)
    expect(result).toMatchObject({ flag: 'not', user: { user: { deptId: 5, countyCode: '640323' } } })
    expect(result.token).toMatch(/^Bearer /)
    expect(result.user?.roles).toContain('esProject:audit')
  })

  test('an unknown account and a wrong password get the same answer, and it is no 401', async () => {
    const answers = await Promise.all(
      [login('nobody', 'Wrong12345'), login('query', 'Wrong12345')].map((each) =>
        each.catch((error: unknown) => error),
      ),
    )
    for (const answer of answers) expect(answer).toMatchObject({ status: 400, message: '用户名或密码不正确' })
  })

  test('a captcha is good once', async () => {
    const used = await captcha()
    const form = { username: 'query', password: SAMPLE_PASSWORD, ...used }
    await anonymous().auth.login(form)
    await expect(anonymous().auth.login(form)).rejects.toMatchObject({
      status: 400,
      message: '验证码不存在或已过期',
    })
  })

  test('a wrong captcha is used up as well', async () => {
    const used = await captcha()
    const form = { username: 'query', password: SAMPLE_PASSWORD, uuid: used.uuid }
    await expect(anonymous().auth.login({ ...form, code: '8' })).rejects.toMatchObject({
      message: '验证码错误',
    })
    await expect(anonymous().auth.login({ ...form, code: '7' })).rejects.toMatchObject({
      message: '验证码不存在或已过期',
    })
  })

  test('a service account needs no captcha', async () => {
    const result = await anonymous().login({ username: 'svc_enterprise', password: SAMPLE_PASSWORD })
    expect(result.flag).toBe('not')
  })

  test('five failures lock an account, also for the right password, and what is no account alike', async () => {
    const refused = (username: string, password: string) =>
      login(username, password).then(
        () => undefined,
        ({ status, message }: { status: number; message: string }) => ({ status, message }),
      )
    for (const username of ['lab_query', 'no_such_account']) {
      for (let tries = 0; tries < 5; tries++)
        expect(await refused(username, 'Wrong12345')).toEqual({ status: 400, message: '用户名或密码不正确' })
      expect(await refused(username, SAMPLE_PASSWORD)).toEqual({
        status: 429,
        message: '密码错误次数过多，账号已锁定，请15分钟后再试',
      })
    }
  })

  test('a lock ends by itself, and a log-in forgets the failures before it', async () => {
    await sql`update app_user set locked_until = now() where username = 'lab_query'`.execute(rig.db)
    for (let round = 0; round < 2; round++) {
      for (let tries = 0; tries < 4; tries++) await login('lab_query', 'Wrong12345').catch(() => undefined)
      expect((await login('lab_query', SAMPLE_PASSWORD)).flag).toBe('not')
    }
  })

  test('guesses that are made at once are counted one by one', async () => {
    const guess = () =>
      login('industry_query', 'Wrong12345').catch(({ status }: { status: number }) => status)
    const statuses = await Promise.all(Array.from({ length: 12 }, guess))
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(7)
  })
})

describe('renewing a session', () => {
  test('[7.auth.2] changes all three values, and the old token is dead', async () => {
    const first = await tokensOf('city_wz')
    const second = await refresh(first)
    expect(second.expiresIn).toBe(1_800)
    const secrets = [first, second].flatMap((set) => [set.token, set.refreshToken, set.randomNumber])
    expect(new Set(secrets).size).toBe(6)
    expect([await isAlive(first.token), await isAlive(second.token)]).toEqual([false, true])
  })

  test('the pair before the current one gives the same answer once more', async () => {
    const first = await tokensOf('city_wz')
    expect(await refresh(first)).toEqual(await refresh(first))
  })

  test('windows that renew at the same moment get the same pair', async () => {
    const first = await tokensOf('city_wz')
    const [one, ...others] = await Promise.all(Array.from({ length: 6 }, () => refresh(first)))
    for (const other of others) expect(other).toEqual(one)
    expect(await isAlive(one?.token ?? '')).toBe(true)
  })

  test('an older pair ends the whole session, for it was copied', async () => {
    const first = await tokensOf('city_wz')
    const second = await refresh(first)
    const third = await refresh(second)
    await expect(refresh(first)).rejects.toMatchObject({ status: 401 })
    expect(await isAlive(third.token)).toBe(false)
  })

  test.each([
    ['a wrong code', (tokens: SessionTokens) => ({ ...tokens, randomNumber: '1' })],
    ['an unknown token', (tokens: SessionTokens) => ({ ...tokens, refreshToken: 'unknown' })],
  ])('%s is refused with 401', async (_what, spoil) => {
    await expect(refresh(spoil(await tokensOf('city_wz')))).rejects.toMatchObject({ status: 401 })
  })

  test('1,000 calls with a dead token make one refresh and are all answered', async () => {
    const tokens = await tokensOf('province_nx')
    await sql`update auth_session set access_expires = now() - interval '1 second'`.execute(rig.db)
    let refreshes = 0
    const client = createClient({
      baseUrl: rig.url,
      session: memoryStore(tokens),
      // That all are answered is the question, not how soon.
      timeout: { ordinary: 120_000 },
      hooks: {
        onRequest: ({ path }) => {
          if (path === '/auth/refresh') refreshes += 1
        },
      },
    })
    const answers = await Promise.all(Array.from({ length: 1000 }, () => client.messages.getUnreadCount()))
    expect(answers.every(({ count }) => count >= 0)).toBe(true)
    expect(refreshes).toBe(1)
  })
})

test('[7.auth.5] after the log-out the token is dead, and a second log-out succeeds as well', async () => {
  const { token } = await tokensOf('expert')
  const call = { headers: { Authorization: token } }
  await anonymous().auth.logout(call)
  await anonymous().auth.logout(call)
  expect(await isAlive(token)).toBe(false)
})

test('an account that must change its password may do nothing else', async () => {
  const client = await rig.as('region_xb')
  await sql`update app_user set flag = 'reset' where username = 'region_xb'`.execute(rig.db)
  await expect(client.projects.list()).rejects.toMatchObject({ status: 403, message: '请先修改密码' })
  expect((await client.auth.getInfo()).user.flag).toBe('reset')
})

test('[6.roles.8] without a session every call is refused, but for those that are open to all', async () => {
  const wrong: string[] = []
  for (const { id, method, path, callers } of operations) {
    if (callers.includes('PUB')) continue
    const reply = await fetch(rig.url + path.replace(/\{\w+\}/g, '1'), { method })
    const body: { status?: number; message?: string } = await reply.json()
    if (reply.status !== 401 || body.status !== 401 || !body.message) wrong.push(`${id} ${reply.status}`)
  }
  expect(wrong).toEqual([])
})
