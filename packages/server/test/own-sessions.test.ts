import { createClient, memoryStore } from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepLogins } from '../src/domain/auth/login-log.ts'
import { SAMPLE_PASSWORD } from '../src/domain/auth/sample-password.ts'
import { deviceOf } from '../src/domain/device.ts'
import { type Rig, startRig } from './rig.ts'
import { outcomeOf } from './support/second-factor.ts'
import { sessionCalls } from './support/session.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const { captcha, login } = sessionCalls(() => rig.url)

const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0'

/** Logs in on a device. Expiry messages go to `told`. */
async function onDevice(username: string, agent: string, told: string[] = []) {
  const client = createClient({
    baseUrl: rig.url,
    session: memoryStore(),
    retry: { times: 0 },
    hooks: { onExpired: (_message, cause) => told.push(cause instanceof Error ? cause.message : '') },
  })
  const headers = { 'User-Agent': agent }
  await client.login({ username, password: SAMPLE_PASSWORD, ...(await captcha()) }, { headers })
  return client
}

const idOf = async (username: string) =>
  (
    await rig.db
      .selectFrom('app_user')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
  ).id

test.each([
  [EDGE, 'Windows · Edge 141'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/605.1.15',
    'macOS · Safari 18',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.56',
    'iPhone · 微信 8',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Linux · Firefox 140'],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Android · Chrome 141',
  ],
  ['node', '程序（SDK）'],
  ['curl/8.5.0', '其他程序'],
  [undefined, '未知设备'],
])('a device is told in words: %s', (agent, words) => {
  expect(deviceOf(agent)).toBe(words)
})

describe('the sessions of an account', () => {
  test('are listed with device, address and times, the own one first', async () => {
    await onDevice('query_nx', EDGE)
    const here = await onDevice('query_nx', 'curl/8.5.0')
    const { sessions } = await here.security.listSessions()
    expect(sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['其他程序', true],
      ['Windows · Edge 141', false],
    ])
    expect(sessions[0]).toMatchObject({ address: '127.0.0.1', startTime: expect.any(String) })
    expect(JSON.stringify(sessions)).not.toMatch(/hash|Bearer/)
  })

  test('end one by one or all but the own; an ended one says so at its next call and refresh', async () => {
    const told: string[] = []
    const other = await onDevice('query_yc', EDGE, told)
    const third = await onDevice('query_yc', 'curl/8.5.0')
    const here = await onDevice('query_yc', EDGE)
    const { sessions } = await here.security.listSessions()
    const target = sessions.find(({ device }) => device === '其他程序')
    expect(await here.security.endSessions({ ids: [target?.id ?? ''] })).toEqual({ ended: 1 })
    await expect(third.messages.list()).rejects.toMatchObject({
      kind: 'session-expired',
      cause: { code: 'S-006', message: '此登录已由本人结束，请重新登录' },
    })
    expect(await here.security.endSessions({})).toEqual({ ended: 1 })
    await expect(other.messages.list()).rejects.toMatchObject({ kind: 'session-expired' })
    expect(told).toEqual(['此登录已由本人结束，请重新登录'])
    expect((await here.security.listSessions()).sessions).toHaveLength(1)
  })

  test('of others are out of reach, by list and by key', async () => {
    const victim = await onDevice('county_yc', EDGE)
    const { sessions } = await victim.security.listSessions()
    const other = await rig.sameAs('province_nx')
    const userId = await idOf('county_yc')
    expect(await outcomeOf(other.security.listSessions({ userId }))).toBe('404 W-002')
    expect(await outcomeOf(other.security.endSessions({ userId, reason: '甲' }))).toBe('404 W-002')
    expect(await other.security.endSessions({ ids: sessions.map(({ id }) => id) })).toEqual({ ended: 0 })
    expect(await outcomeOf(victim.messages.list())).toBe('done')
  })

  test('are seen and ended by an administrator, with a reason that is recorded and told', async () => {
    const told: string[] = []
    const victim = await onDevice('county_yc', EDGE, told)
    const admin = await rig.sameAs('admin')
    const userId = await idOf('county_yc')
    const { sessions } = await admin.security.listSessions({ userId })
    expect(sessions.some(({ isCurrent }) => isCurrent)).toBe(false)
    expect(await outcomeOf(admin.security.endSessions({ userId }))).toBe('400 F-001')
    const { ended } = await admin.security.endSessions({ userId, reason: '人员已调离' })
    expect(ended).toBe(sessions.length)
    await outcomeOf(victim.messages.list())
    expect(told).toEqual(['此登录已由管理员结束（人员已调离），请重新登录'])
    const { rows } = await sql`select reason, record_keys from audit_log
      where operation_id = 'endSessions' and username = 'admin' and result = 200`.execute(rig.db)
    expect(rows).toEqual([{ reason: '人员已调离', record_keys: [`USER:${userId}`] }])
  })
})

describe('log-ins', () => {
  test('are shown to their account with the reason of refusals, newest first, by pages', async () => {
    const first = await onDevice('lab_edit', EDGE)
    await login('lab_edit', 'Wrong12345').catch(() => undefined)
    await onDevice('lab_edit', 'curl/8.5.0')
    const { content, totalElements } = await first.security.listLogins()
    expect(content.map(({ device, isSuccess, reason }) => [device, isSuccess, reason])).toEqual([
      ['其他程序', true, undefined],
      ['程序（SDK）', false, '密码不正确'],
      ['Windows · Edge 141', true, undefined],
    ])
    expect(totalElements).toBe(3)
    expect((await first.security.listLogins({ page: 1, size: 2 })).content).toHaveLength(1)
  })

  test('tell the last one and the failures since', async () => {
    expect(await login('lab_query', SAMPLE_PASSWORD)).not.toHaveProperty('lastLogin')
    await login('lab_query', 'Wrong12345').catch(() => undefined)
    await login('lab_query', 'Wrong12345').catch(() => undefined)
    expect((await login('lab_query', SAMPLE_PASSWORD)).lastLogin).toMatchObject({
      address: '127.0.0.1',
      device: '程序（SDK）',
      failures: 2,
    })
    expect((await login('lab_query', SAMPLE_PASSWORD)).lastLogin).toMatchObject({ failures: 0 })
  })

  test('older than 90 days are neither shown nor kept', async () => {
    const client = await onDevice('policy_edit', EDGE)
    await sql`update login_log set time = now() - interval '91 days'
      where user_id = ${await idOf('policy_edit')}`.execute(rig.db)
    expect((await client.security.listLogins()).totalElements).toBe(0)
    await sweepLogins(rig.db)
    const { rows } = await sql`select 1 from login_log where user_id = ${await idOf('policy_edit')}`.execute(
      rig.db,
    )
    expect(rows).toEqual([])
  })
})
