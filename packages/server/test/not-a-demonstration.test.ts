import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { hashPassword } from '../src/domain/auth/password.ts'
import { SAMPLE_PASSWORD } from '../src/domain/auth/sample-password.ts'
import { type Rig, startRig } from './rig.ts'

const PASSWORD = 'Meiyu#4Lan8'

let rig: Rig
let app: FastifyInstance
beforeAll(async () => {
  rig = await startRig()
  await sql`delete from setting where name = 'demo'`.execute(rig.db)
  app = await createApp({
    db: rig.db,
    config: {
      ...readConfig({ CAPTCHA: 'off', SHOW_SETTINGS: 'off', SHOW_FOOTER: 'off' }),
      logLevel: 'silent',
    },
  })
  const hash = await hashPassword(PASSWORD)
  await sql`update app_user set password_hash = ${hash} where username <> 'query'`.execute(rig.db)
})
afterAll(async () => {
  await app.close()
  await rig.close()
})

async function login(username: string, password = PASSWORD) {
  const reply = await app.inject({ method: 'POST', url: '/auth/login', payload: { username, password } })
  const body: { flag?: string; token?: string; user?: { user: { passwordExpiresInDays?: number } } } =
    reply.json()
  return body
}

const age = (username: string, days: number) =>
  sql`update app_user set pwd_reset_time = now() - make_interval(days => ${days})
    where username = ${username}`.execute(rig.db)

test('what decides is the database, not the setting of this process', () => {
  expect(readConfig({}).sampleData).toBe(true)
  expect(readConfig({ DATABASE_URL: 'postgres://localhost/x' }).sampleData).toBe(false)
  expect(readConfig({ DATABASE_URL: 'postgres://localhost/x', SAMPLE_DATA: 'true' }).sampleData).toBe(true)
})

test('an empty DATABASE_URL is refused, and a demonstration is made for this machine alone unless asked for', () => {
  for (const empty of ['', ' '])
    expect(() => readConfig({ DATABASE_URL: empty })).toThrow('DATABASE_URL 为空；使用内嵌数据库请删除该变量')
  for (const HOST of ['0.0.0.0', '::', '10.0.0.8', 'xinchu.example', '128.0.0.1'])
    expect(readConfig({ HOST })).toMatchObject({ sampleData: false, mayServeSample: false })
  for (const HOST of ['127.0.0.1', '127.1.2.3', '::1', 'localhost'])
    expect(readConfig({ HOST })).toMatchObject({ sampleData: true, mayServeSample: true })
  expect(readConfig({ HOST: '0.0.0.0', SAMPLE_DATA: 'on' })).toMatchObject({
    sampleData: true,
    mayServeSample: true,
  })
})

test('a demonstration that is there is served to this machine also by a server that would not make one', () => {
  expect(readConfig({ SAMPLE_DATA: 'off' })).toMatchObject({ sampleData: false, mayServeSample: true })
  expect(readConfig({ SAMPLE_DATA: 'off', HOST: '0.0.0.0' })).toMatchObject({ mayServeSample: false })
})

test('the published password must be changed at the log-in', async () => {
  expect((await login('query', SAMPLE_PASSWORD)).flag).toBe('reset')
})

test('a password is announced to expire 14 days before, and must be changed after 90', async () => {
  await age('county_yc', 75)
  expect((await login('county_yc')).user?.user).not.toHaveProperty('passwordExpiresInDays')
  await age('county_yc', 80)
  expect((await login('county_yc')).user?.user).toMatchObject({ passwordExpiresInDays: 10 })
  await age('county_yc', 91)
  const { flag, token } = await login('county_yc')
  expect(flag).toBe('expired')
  const headers = { authorization: token ?? '' }
  const list = await app.inject({ url: '/api/esProject/queryCustom', headers })
  expect(list.statusCode).toBe(403)
  const changed = await app.inject({
    method: 'POST',
    url: '/api/users/updatePass',
    headers,
    payload: { oldPass: PASSWORD, newPass: 'Songtao7_Ke' },
  })
  expect(changed.statusCode).toBeLessThan(300)
  expect(await login('county_yc', 'Songtao7_Ke')).toMatchObject({ flag: 'not' })
})

test('the password of a service account does not expire', async () => {
  await age('svc_enterprise', 400)
  expect((await login('svc_enterprise')).flag).toBe('not')
})

test('a demonstration alone writes text messages to its log', async () => {
  const reply = await app.inject({ url: '/api/users/sendMsg?phone=13800138000' })
  expect(reply.statusCode).toBe(503)
})

test('[3.settings.1] the platform says whether pages have a footer and users settings of their layout', async () => {
  const reply = await app.inject({ method: 'GET', url: '/api/platform' })
  expect(reply.json()).toMatchObject({ showSettings: false, showFooter: false })
})
