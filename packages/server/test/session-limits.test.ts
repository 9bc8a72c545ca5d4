import type { SessionTokens } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { SAMPLE_PASSWORD } from '../src/domain/auth/sample-password.ts'
import { type Rig, startRig } from './rig.ts'
import { sessionCalls } from './support/session.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const { anonymous, login, tokensOf, refresh, isAlive } = sessionCalls(() => rig.url)

test('what a repeated refresh brings is still valid, however short the lives', () => {
  expect(readConfig({ ACCESS_SECONDS: '5' }).refreshGraceSeconds).toBe(2.5)
  expect(readConfig({})).toMatchObject({ accessSeconds: 1_800, refreshGraceSeconds: 30 })
})

describe('refreshing against the rules', () => {
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
    await anonymous().login({ username: 'svc_enterprise', password: SAMPLE_PASSWORD })
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
    expect((await login('corps', SAMPLE_PASSWORD)).flag).toBe('not')
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
