import {
  createClient,
  isXinchuError,
  type MessageDraft,
  type ServerEvent,
  serverEvents,
  type XinchuClient,
} from '@xinchu/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { SAMPLE_PASSWORD } from '../src/domain/auth/sample-password.ts'
import { type Rig, startRig } from './rig.ts'

const QUICK = { unreadSeconds: 0.05 }

let rig: Rig
let nation: XinchuClient
let enterprise: XinchuClient
beforeAll(async () => {
  rig = await startRig({ config: QUICK })
  nation = await rig.as('nation')
  enterprise = await rig.as('enterprise_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const toAll = { title: '停机通知', content: '<p>今晚停机。</p>', messageType: '1', targetType: '0' } as const

/** The events of a client's stream, one after the other. */
async function streamOf(client: XinchuClient) {
  const abort = new AbortController()
  const response = await client.messages.streamUnreadCount({ signal: abort.signal })
  const events = serverEvents(response)
  const next = async (): Promise<ServerEvent | undefined> => (await events.next()).value ?? undefined
  /** The next number, or undefined when the server has ended the stream. */
  async function count(): Promise<number | undefined> {
    for (let event = await next(); event; event = await next())
      if (event.event === 'unread') return (JSON.parse(event.data) as { count: number }).count
    return undefined
  }
  return { response, next, count, leave: () => abort.abort() }
}

/** The first number of a new stream. */
async function opened(client: XinchuClient) {
  const stream = await streamOf(client)
  return { stream, before: (await stream.count()) ?? Number.NaN }
}

test('a page is told the count at once, and again when a message is sent, read, revoked, comes to its time or ends', async () => {
  const { stream, before } = await opened(enterprise)
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(stream.response.headers.get('cache-control')).toBe('no-store')
  expect(before).toBe((await enterprise.messages.getUnreadCount()).count)

  const { id } = await nation.messages.create(toAll)
  expect(await stream.count()).toBe(before + 1)
  await enterprise.messages.update({ action: 'READ', ids: [id] })
  expect(await stream.count()).toBe(before)
  const second = await nation.messages.create(toAll)
  expect(await stream.count()).toBe(before + 1)
  await nation.messages.update({ action: 'REVOKE', id: second.id })
  expect(await stream.count()).toBe(before)

  const later = await nation.messages.create({ ...toAll, publishTime: '2099-01-01 00:00:00' })
  await sql`update message_push set publish_time = now() where id = ${later.id}`.execute(rig.db)
  expect(await stream.count()).toBe(before + 1)
  await sql`update message_push set expire_time = now() where id = ${later.id}`.execute(rig.db)
  expect(await stream.count()).toBe(before)
  stream.leave()
})

test('a message for others is no news, and a quiet stream says from time to time that it is alive', async () => {
  const { stream } = await opened(enterprise)
  await nation.messages.create({ ...toAll, targetType: '1', targetDeptIds: [3] })
  expect(await stream.next()).toEqual({ event: 'comment', data: '' })
  stream.leave()
})

type Target = Pick<MessageDraft, 'targetType' | 'targetDeptIds' | 'targetRegionCodes'>

test.each<[string, Target]>([
  ['kind', { targetType: '1', targetDeptIds: [100] }],
  ['division', { targetType: '2', targetRegionCodes: ['640323'] }],
  ['province', { targetType: '2', targetRegionCodes: ['640000'] }],
])('a message that is meant for the %s of an enterprise is counted for it', async (_title, target) => {
  const { stream, before } = await opened(enterprise)
  await nation.messages.create({ ...toAll, ...target })
  expect(await stream.count()).toBe(before + 1)
  stream.leave()
})

test('what another copy of the server has taken in is heard of as well', async () => {
  const other = await createApp({
    db: rig.db,
    config: { ...readConfig({}), captcha: false, logLevel: 'silent' },
  })
  const { token } = (
    await other.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { username: 'nation', password: SAMPLE_PASSWORD },
    })
  ).json<{ token: string }>()
  const { stream, before } = await opened(enterprise)
  const headers = { authorization: token }
  const sent = await other.inject({ method: 'POST', url: '/api/messagePush', headers, payload: toAll })
  expect(sent.statusCode).toBe(201)
  expect(await stream.count()).toBe(before + 1)
  stream.leave()
  await other.close()
})

const run = (query: ReturnType<typeof sql>) => query.execute(rig.db)
const sessionsOf = (username: string) =>
  sql`user_id = (select id from app_user where username = ${sql.lit(username)})`

test.each([
  ['logs out', 'county_yc', (client: XinchuClient) => client.logout()],
  ['is disabled', 'city_wz', () => run(sql`update app_user set status = '2' where username = 'city_wz'`)],
  [
    'must change the password',
    'policy_edit',
    () => run(sql`update app_user set flag = 'reset' where username = 'policy_edit'`),
  ],
  [
    'holds a token that has expired',
    'expert',
    () => run(sql`update auth_session set access_expires = now() where ${sessionsOf('expert')}`),
  ],
  [
    'was here as long as a session may last',
    'lab_edit',
    () => run(sql`update auth_session set absolute_expires = now() where ${sessionsOf('lab_edit')}`),
  ],
])('the stream ends when its user %s', async (_title, username, end) => {
  const client = await rig.as(username)
  const { stream } = await opened(client)
  await end(client)
  expect(await stream.count()).toBeUndefined()
})

test('it is open to who is logged in, and to no one else', async () => {
  const answer = await fetch(`${rig.url}/api/messagePush/stream`)
  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject({ message: '登录过期，请重新登录' })
})

test('a user may open so many, then is asked to wait; a page that is closed makes room', async () => {
  const province = await rig.as('province_nx')
  const streams = await Promise.all(Array.from({ length: 8 }, () => opened(province)))
  const refused = await opened(province).catch((error: unknown) => error)
  expect(isXinchuError(refused) && refused).toMatchObject({ kind: 'rate-limit', message: '打开的页面过多' })
  streams[0]?.stream.leave()
  await expect
    .poll(() =>
      opened(province).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
})

test('a server that stops ends the streams of its readers and takes no others', async () => {
  const own = await startRig({ config: QUICK })
  const client = await own.as('nation')
  const { stream } = await opened(client)
  await own.close()
  expect(await stream.count()).toBeUndefined()
  const late = createClient({ baseUrl: own.url, retry: { times: 0 } })
  await expect(late.messages.streamUnreadCount()).rejects.toThrow('接口请求失败')
})
