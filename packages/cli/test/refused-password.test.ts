import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { json, refusal, startServer, type TestServer } from '../../sdk/test/support/server.ts'
import { commandLineIn } from './support/command-line.ts'
import { startFirstDayPlatform } from './support/first-day-platform.ts'

const RIGHT = 'Yijiu8Chushi'
const HOUR_MS = 3_600_000

let dir: string
let platform: Awaited<ReturnType<typeof startFirstDayPlatform>>
let xinchu: ReturnType<typeof commandLineIn>
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'xinchu-refused-'))
  platform = await startFirstDayPlatform()
  platform.state.flag = 'not'
  xinchu = commandLineIn(dir)
})
afterEach(async () => {
  vi.useRealTimers()
  await platform.close()
  rmSync(dir, { recursive: true })
})

const account = (password: string) => ({ XINCHU_USERNAME: 'svc_nx', XINCHU_PASSWORD: password })

/** A job that a clock starts. */
const job = (password: string, ...more: string[]) =>
  xinchu(['whoami', '--server', platform.url, ...more], { env: account(password) })

const sent = () => platform.count('/auth/login')
const file = () => {
  const [name] = readdirSync(join(dir, 'config')).filter((each) => each.startsWith('refused-'))
  return join(dir, 'config', name ?? '')
}

describe('a password that the platform has refused', () => {
  test('is sent once, however often a job runs, and each run says so', async () => {
    const first = await job('wrong')
    expect([first.code, first.err]).toEqual([
      3,
      '登录过期，请重新登录（用户名或密码不正确，A-004）\n该密码 1 小时内不再尝试，更换后自动恢复；确需再试请加 --try-again\n',
    ])
    for (let run = 0; run < 5; run++) {
      const { code, err } = await job('wrong')
      expect([code, err]).toEqual([
        3,
        expect.stringMatching(
          /^该密码 \d\d:\d\d 被平台拒绝，1 小时内不再尝试，更换后自动恢复；确需再试请加 --try-again\n$/,
        ),
      ])
    }
    expect(sent()).toBe(1)
  })

  test('does not stand in the way of another one, nor of another account', async () => {
    await job('wrong')
    expect((await job(RIGHT)).code).toBe(0)
    const other = { env: { ...account('wrong'), XINCHU_USERNAME: 'svc_other' } }
    const { code } = await xinchu(['login', '--server', platform.url, '-u', 'svc_other'], other)
    expect([code, sent()]).toEqual([3, 3])
  })

  test('is sent again with --try-again, and is no longer refused once the platform takes it', async () => {
    await job('wrong')
    platform.state.password = 'wrong'
    expect((await job('wrong')).code).toBe(3)
    expect((await job('wrong', '--try-again')).code).toBe(0)
    await xinchu(['logout', '--server', platform.url])
    expect([(await job('wrong')).code, sent()]).toEqual([0, 3])
  })

  test('is sent again after an hour', async () => {
    await job('wrong')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS - 5_000 })
    await job('wrong')
    expect(sent()).toBe(1)
    vi.setSystemTime(Date.now() + 10_000)
    await job('wrong')
    expect(sent()).toBe(2)
  })

  test('of a log-in is remembered alike', async () => {
    const argv = ['login', '--server', platform.url, '-u', 'svc_nx']
    const first = await xinchu(argv, { env: account('wrong') })
    expect([first.code, first.err]).toEqual([
      3,
      'A-004 用户名或密码不正确\n该密码 1 小时内不再尝试，更换后自动恢复；确需再试请加 --try-again\n',
    ])
    expect((await job('wrong')).code).toBe(3)
    expect(sent()).toBe(1)
  })

  test('stands nowhere in the file, which only its owner can read', async () => {
    await job('Wrong9Word')
    expect(readFileSync(file(), 'utf8')).not.toMatch(/Wrong9Word|svc_nx/)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  test.each([
    ['something else', 'not JSON'],
    ['a moment of the future', undefined],
  ])('is sent where the file holds %s', async (_what, text) => {
    await job('wrong')
    const kept = readFileSync(file(), 'utf8')
    writeFileSync(file(), text ?? kept.replace(/"at":\d+/, `"at":${Date.now() + HOUR_MS}`))
    await job('wrong')
    expect(sent()).toBe(2)
  })
})

describe('what is no refusal of the password', () => {
  let gateway: TestServer
  let answer: Parameters<typeof startServer>[0]
  beforeEach(async () => {
    gateway = await startServer((seen, response) => answer(seen, response))
  })
  afterEach(() => gateway.close())

  test.each([
    [
      'a page',
      (response: Reply) => void response.writeHead(400, { 'Content-Type': 'text/html' }).end('<html>'),
    ],
    ['a lock', (response: Reply) => json(response, 429, { ...refusal(429, '账号已锁定'), code: 'A-005' })],
    [
      'the second factor',
      (response: Reply) => json(response, 400, { ...refusal(400, '动态验证码'), code: 'S-001' }),
    ],
    [
      'an account that waits',
      (response: Reply) => json(response, 400, { ...refusal(400, '待审核'), code: 'A-006' }),
    ],
  ])('%s is asked about again', async (_what, refuse) => {
    answer = (_seen, response) => refuse(response)
    const words = ['whoami', '--server', gateway.url]
    await xinchu(words, { env: account(RIGHT) })
    const before = gateway.count('/auth/login')
    await xinchu(words, { env: account(RIGHT) })
    expect(gateway.count('/auth/login')).toBeGreaterThan(before)
  })
})

type Reply = Parameters<Parameters<typeof startServer>[0]>[1]
