import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, credentialsOf } from '@xinchu/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandLineIn } from '../../cli/test/support/command-line.ts'
import { type Rig, startRig } from './rig.ts'

const USERNAME = 'svc_nx'

let rig: Rig
let first: string
const dir = mkdtempSync(join(tmpdir(), 'xinchu-first-day-'))
const path = join(dir, '新密码.txt')
const xinchu = commandLineIn(dir)
const words = () => ['login', '--server', rig.url, '-u', USERNAME, '--new-password-file', path]

beforeAll(async () => {
  rig = await startRig({ config: { captcha: false } })
  const admin = await rig.as('admin')
  const { content } = await admin.users.list({ keyword: 'county_yc' })
  const draft = { username: USERNAME, realName: '盐池接口', phone: '13900139555', roleIds: [5] }
  const made = await admin.users.create({ ...draft, orgId: content[0]?.orgId ?? 0 })
  first = made.initialPassword
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
  rmSync(dir, { recursive: true })
})

test('a program with a first password is told the command that changes it', async () => {
  const credentials = credentialsOf({ username: USERNAME, password: first })
  const client = createClient({ baseUrl: rig.url, credentials, retry: { times: 0 } })
  await expect(client.projects.list()).rejects.toMatchObject({
    kind: 'session-expired',
    cause: { code: 'A-009', message: expect.stringContaining('xinchu login --new-password-file') },
  })
})

test('the first log-in of a service account changes its password, and the same command again is safe', async () => {
  const env = { XINCHU_PASSWORD: first }
  const done = await xinchu(words(), { env })
  expect([done.code, done.out, done.err]).toEqual([
    0,
    '',
    `已生成新密码，存于 ${path}\n已修改密码（首次登录）\n已登录：盐池接口\n`,
  ])
  const changed = readFileSync(path, 'utf8')

  const again = await xinchu(words(), { env })
  expect([again.code, again.err]).toEqual([0, '密码此前已改为新密码\n已登录：盐池接口\n'])
  expect(readFileSync(path, 'utf8')).toBe(changed)

  const whoami = await xinchu(['whoami', '--json'])
  expect([whoami.code, JSON.parse(whoami.out).user.username]).toEqual([0, USERNAME])
  const credentials = credentialsOf({ username: USERNAME, password: changed.trim() })
  const client = createClient({ baseUrl: rig.url, credentials })
  expect((await client.projects.list({ size: 1 })).totalElements).toBeGreaterThan(0)
})
