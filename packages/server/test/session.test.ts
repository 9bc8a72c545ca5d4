import { createClient, memoryStore, type SessionTokens } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../src/contract/document.ts'
import { DEMO_PASSWORD } from '../src/db/seed/accounts.ts'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const anonymous = () => createClient({ baseUrl: rig.url, retry: { times: 0 } })

async function captcha(): Promise<{ uuid: string; code: string }> {
  const { uuid } = await anonymous().auth.getCaptcha()
  return { uuid, code: '7' }
}

const login = async (username: string, password: string) =>
  anonymous().auth.login({ username, password, ...(await captcha()) })

async function tokensOf(username: string): Promise<Required<SessionTokens>> {
  const { token = '', refreshToken = '', randomNumber = '' } = await login(username, DEMO_PASSWORD)
  return { token, refreshToken, randomNumber }
}

const refresh = ({
  refreshToken,
  randomNumber,
}: {
  refreshToken?: string | undefined
  randomNumber?: string | undefined
}) =>
  anonymous().auth.refreshToken(
    { code: randomNumber ?? '' },
    { headers: { Authorization: `Bearer ${refreshToken}` } },
  )

const isAlive = (token: string) =>
  anonymous()
    .auth.getInfo({ headers: { Authorization: token } })
    .then(
      () => true,
      () => false,
    )

describe('logging in', () => {
  test('[6.roles.1] gives a session with the person, his department, roles and permissions', async () => {
    const result = await login('county_yc', DEMO_PASSWORD)
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
    const form = { username: 'query', password: DEMO_PASSWORD, ...used }
    await anonymous().auth.login(form)
    await expect(anonymous().auth.login(form)).rejects.toMatchObject({
      status: 400,
      message: '验证码不存在或已过期',
    })
  })

  test('a wrong captcha is used up as well', async () => {
    const used = await captcha()
    const form = { username: 'query', password: DEMO_PASSWORD, uuid: used.uuid }
    await expect(anonymous().auth.login({ ...form, code: '8' })).rejects.toMatchObject({
      message: '验证码错误',
    })
    await expect(anonymous().auth.login({ ...form, code: '7' })).rejects.toMatchObject({
      message: '验证码不存在或已过期',
    })
  })

  test('a service account needs no captcha', async () => {
    const result = await anonymous().login({ username: 'svc_enterprise', password: DEMO_PASSWORD })
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
      expect(await refused(username, DEMO_PASSWORD)).toEqual({
        status: 429,
        message: '密码错误次数过多，账号已锁定，请15分钟后再试',
      })
    }
  })

  test('a lock ends by itself, and a log-in forgets the failures before it', async () => {
    await sql`update app_user set locked_until = now() where username = 'lab_query'`.execute(rig.db)
    for (let round = 0; round < 2; round++) {
      for (let tries = 0; tries < 4; tries++) await login('lab_query', 'Wrong12345').catch(() => undefined)
      expect((await login('lab_query', DEMO_PASSWORD)).flag).toBe('not')
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
  test('changes all three values, and the old token is dead', async () => {
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

  test('three wrong codes end the session, and a right one before that forgets them', async () => {
    const first = await tokensOf('city_wz')
    const spoilt = { ...first, randomNumber: '1' }
    for (let guess = 0; guess < 2; guess++) await refresh(spoilt).catch(() => undefined)
    const second = await refresh(first)
    const again = { ...second, randomNumber: '1' }
    for (let guess = 0; guess < 2; guess++) await refresh(again).catch(() => undefined)
    expect(await isAlive(second.token)).toBe(true)
    await expect(refresh(again)).rejects.toMatchObject({ status: 401 })
    expect(await isAlive(second.token)).toBe(false)
    await expect(refresh(second)).rejects.toMatchObject({ status: 401 })
  })

  test.each([
    ['with a wrong code', async (first: SessionTokens) => ({ ...first, randomNumber: '1' })],
    [
      'after its grace',
      async (first: SessionTokens) => {
        await sql`update auth_session set rotated_at = now() - interval '31 seconds'`.execute(rig.db)
        return first
      },
    ],
  ])('the previous pair %s ends the session', async (_what, spoil) => {
    const first = await tokensOf('city_wz')
    const second = await refresh(first)
    await expect(refresh(await spoil(first))).rejects.toMatchObject({ status: 401 })
    expect(await isAlive(second.token)).toBe(false)
  })

  test('refused tries are audited without secrets, an aged session is not', async () => {
    const aged = await tokensOf('query_wz')
    const guessed = await tokensOf('query_yc')
    await sql`update auth_session set absolute_expires = now()
      where user_id = (select id from app_user where username = 'query_wz')`.execute(rig.db)
    await expect(refresh(aged)).rejects.toMatchObject({ status: 401 })
    await expect(refresh({ ...guessed, randomNumber: '1' })).rejects.toMatchObject({ status: 401 })
    const { rows } = await sql<{ username: string; action: string }>`
      select * from audit_log where operation_id = 'refreshToken' and username like 'query_%'`.execute(rig.db)
    expect(rows.map(({ username, action }) => [username, action])).toEqual([
      ['query_yc', '刷新令牌被拒：随机数不正确'],
    ])
    expect(JSON.stringify(rows)).not.toContain(guessed.refreshToken)
  })

  test('fifty refused tries from an address stop the next ones with 429, but no good pair', async () => {
    await sql`delete from rate_limit`.execute(rig.db)
    const good = await tokensOf('query_nx')
    const statuses: number[] = []
    let retryAfter: string | null = null
    for (let guess = 0; guess < 60; guess++) {
      const reply = await fetch(`${rig.url}/auth/refresh?code=1`, {
        method: 'POST',
        headers: { Authorization: `Bearer unknown${guess}` },
      })
      statuses.push(reply.status)
      retryAfter = reply.headers.get('retry-after')
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(50)
    expect(statuses.slice(50)).toEqual(Array<number>(10).fill(429))
    expect(Number(retryAfter)).toBeGreaterThan(0)
    expect((await refresh(good)).token).toMatch(/^Bearer /)
    await sql`delete from rate_limit`.execute(rig.db)
  })

  test('a session that refreshes without end gets 429', async () => {
    let tokens = await tokensOf('group_spic')
    await sql`update rate_limit set hits = 60 where key like 'refresh-session:%'`.execute(rig.db)
    tokens = { ...tokens, ...(await refresh(tokens)) }
    await sql`update rate_limit set hits = 60 where key like 'refresh-session:%'`.execute(rig.db)
    await expect(refresh(tokens)).rejects.toMatchObject({ status: 429 })
    expect(await isAlive(tokens.token)).toBe(true)
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
  }, 120_000)
})

describe('a session that nobody uses', () => {
  const age = (username: string, seconds: number) =>
    sql`update auth_session set last_seen = now() - make_interval(secs => ${seconds})
      where user_id = (select id from app_user where username = ${username})`.execute(rig.db)

  test('ends after 30 minutes, and cannot be renewed', async () => {
    const tokens = await tokensOf('policy_query')
    await age('policy_query', 1_790)
    expect(await isAlive(tokens.token)).toBe(true)
    await age('policy_query', 1_801)
    expect(await isAlive(tokens.token)).toBe(false)
    await expect(refresh(tokens)).rejects.toMatchObject({ status: 401 })
  })

  test('is kept alive by calls, but not by an open page that asks for unread messages and refreshes', async () => {
    const tokens = await tokensOf('policy_edit')
    const seen = async () => {
      const { rows } = await sql<{ is_fresh: boolean }>`
        select last_seen > now() - interval '1 minute' as is_fresh from auth_session
        where user_id = (select id from app_user where username = 'policy_edit')`.execute(rig.db)
      return rows[0]?.is_fresh
    }
    await age('policy_edit', 1_000)
    const call = { headers: { Authorization: tokens.token } }
    await anonymous().messages.getUnreadCount(call)
    const events = new AbortController()
    await fetch(`${rig.url}/api/messagePush/stream`, { ...call, signal: events.signal })
    events.abort()
    const next = await refresh(tokens)
    expect(await seen()).toBe(false)
    await anonymous().auth.getInfo({ headers: { Authorization: next.token } })
    expect(await seen()).toBe(true)
  })

  test('ends after 12 hours in any case; that of a service account after 24 hours, used or not', async () => {
    await tokensOf('lab_edit')
    await anonymous().login({ username: 'svc_enterprise', password: DEMO_PASSWORD })
    const { rows } = await sql<{ username: string; hours: number; idle: number }>`
      select username, round(extract(epoch from absolute_expires - s.create_time) / 3600)::int as hours,
        idle_seconds as idle
      from auth_session s join app_user u on u.id = s.user_id
      where username in ('lab_edit', 'svc_enterprise') order by s.create_time desc limit 2`.execute(rig.db)
    expect(rows).toEqual([
      { username: 'svc_enterprise', hours: 24, idle: 86_400 },
      { username: 'lab_edit', hours: 12, idle: 1_800 },
    ])
  })
})

describe('guessing passwords', () => {
  test('without a captcha tells no exempt account from others, in words, status or locks', async () => {
    await sql`delete from rate_limit`.execute(rig.db)
    const attempt = (username: string) =>
      anonymous()
        .auth.login({ username, password: 'Wrong12345' })
        .then(
          () => undefined,
          ({ status, message }: { status: number; message: string }) => ({ status, message }),
        )
    const answers: unknown[][] = []
    for (const username of ['svc_enterprise', 'corps', 'no_such_account_2']) {
      const own: unknown[] = []
      for (let tries = 0; tries < 6; tries++) own.push(await attempt(username))
      answers.push(own)
    }
    expect(answers[0]?.[0]).toEqual({ status: 400, message: '用户名、密码或验证码不正确' })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    // The real account is not locked by tries that could never succeed.
    expect((await login('corps', DEMO_PASSWORD)).flag).toBe('not')
  })

  test('of many names stops before 100 failures from one address', async () => {
    await sql`delete from rate_limit`.execute(rig.db)
    const statuses: number[] = []
    for (let index = 0; index < 95; index++)
      await login(`unknown_${index}`, 'Wrong12345').catch(({ status }: { status: number }) =>
        statuses.push(status),
      )
    expect(statuses.filter((status) => status === 400)).toHaveLength(90)
    expect(statuses.slice(90)).toEqual(Array<number>(5).fill(429))
    await sql`delete from rate_limit`.execute(rig.db)
  })
})

test('after the log-out the token is dead, and a second log-out succeeds as well', async () => {
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
