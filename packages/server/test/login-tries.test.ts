import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../src/domain/auth/sample-password.ts'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ config: { captcha: false, trustProxy: ['127.0.0.1'] } })
})
afterAll(() => rig?.close())

const PERSON = 'lab_query'
const SERVICE = 'svc_enterprise'
const HOME = '203.0.113.10'
const ELSEWHERE = '198.51.100.20'

interface From {
  address?: string
  /** The cookie that an earlier log-in gave. */
  cookie?: string
}

async function logIn(username: string, password: string, { address = HOME, cookie }: From = {}) {
  const reply = await fetch(`${rig.url}/auth/login`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': address,
      ...(cookie === undefined ? {} : { Cookie: cookie }),
    },
    body: JSON.stringify({ username, password }),
  })
  await reply.text()
  return { status: reply.status, cookie: reply.headers.get('set-cookie') ?? '' }
}

const kept = ({ cookie }: { cookie: string }) => cookie.split(';')[0] ?? ''

/** Lets strangers fail until the account is locked for them. */
async function strangersLock(username: string): Promise<void> {
  for (let tries = 0; tries < 5; tries++) await logIn(username, 'Wrong12345', { address: ELSEWHERE })
  expect((await logIn(username, SAMPLE_PASSWORD, { address: ELSEWHERE })).status).toBe(429)
}

beforeEach(async () => {
  await sql`update app_user set failures = 0, locked_until = null, open_tries = 0`.execute(rig.db)
  await sql`delete from login_tries`.execute(rig.db)
  await sql`delete from rate_limit`.execute(rig.db)
})

describe('right passwords', () => {
  test('never lock, however many are tried at once', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => logIn(SERVICE, SAMPLE_PASSWORD)))
    expect(replies.map(({ status }) => status)).toEqual(Array<number>(12).fill(200))
  })

  test('pass beside as many wrong ones as do not lock yet', async () => {
    const wrong = Array.from({ length: 4 }, () => logIn(PERSON, 'Wrong12345'))
    const right = Array.from({ length: 4 }, () => logIn(PERSON, SAMPLE_PASSWORD))
    await Promise.all(wrong)
    expect((await Promise.all(right)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  test('pass again after a process has died in the middle of tries', async () => {
    await sql`update app_user set open_tries = 5, open_since = now() - interval '31 seconds'
      where username = ${PERSON}`.execute(rig.db)
    expect((await logIn(PERSON, SAMPLE_PASSWORD)).status).toBe(200)
  })
})

describe('strangers who lock an account', () => {
  test('do not lock out a browser that has logged in before', async () => {
    const known = kept(await logIn(PERSON, SAMPLE_PASSWORD))
    await strangersLock(PERSON)
    expect((await logIn(PERSON, SAMPLE_PASSWORD, { address: ELSEWHERE, cookie: known })).status).toBe(200)
  })

  test('do not lock out a script at the address from which it has logged in before', async () => {
    await logIn(SERVICE, SAMPLE_PASSWORD)
    await strangersLock(SERVICE)
    expect((await logIn(SERVICE, SAMPLE_PASSWORD)).status).toBe(200)
  })

  test('gain no guesses by a cookie that is made up or of another account', async () => {
    const other = kept(await logIn('lab_edit', SAMPLE_PASSWORD))
    await strangersLock(PERSON)
    const madeUp = `xinchu_device=${'a'.repeat(43)}`
    for (const cookie of [other, madeUp])
      expect((await logIn(PERSON, SAMPLE_PASSWORD, { address: ELSEWHERE, cookie })).status).toBe(429)
  })
})

describe('a known browser', () => {
  test('is locked by its own wrong passwords, and freed by the administrator', async () => {
    const cookie = kept(await logIn(PERSON, SAMPLE_PASSWORD))
    for (let tries = 0; tries < 5; tries++)
      expect((await logIn(PERSON, 'Wrong12345', { cookie })).status).toBe(400)
    expect((await logIn(PERSON, SAMPLE_PASSWORD, { cookie })).status).toBe(429)
    const admin = await rig.as('admin')
    const { content } = await admin.users.list({ keyword: PERSON })
    expect(content[0]?.lockedUntil).toMatch(/^\d{4}-/)
    await sql`update app_user set failures = 0, locked_until = null where username = ${PERSON}`.execute(
      rig.db,
    )
    expect((await logIn(PERSON, SAMPLE_PASSWORD, { cookie })).status).toBe(200)
  })

  test('keeps what scripts cannot read and other sites do not get', async () => {
    const { cookie } = await logIn(PERSON, SAMPLE_PASSWORD)
    expect(cookie).toMatch(/^xinchu_device=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/)
    const again = await logIn(PERSON, SAMPLE_PASSWORD, { cookie: kept({ cookie }) })
    expect(kept(again)).toBe(kept({ cookie }))
    const { rows } = await sql<{ key: string }>`select key from login_tries`.execute(rig.db)
    expect(rows.filter(({ key }) => key.includes(kept({ cookie }).slice(14)))).toEqual([])
  })
})

test('a session changes its password while strangers lock the account', async () => {
  const admin = await rig.as(PERSON)
  await strangersLock(PERSON)
  await expect(
    admin.users.updatePassword({ oldPass: 'Wrong12345', newPass: 'Another-Pass-81' }),
  ).rejects.toMatchObject({ status: 400, message: '原密码不正确' })
})
