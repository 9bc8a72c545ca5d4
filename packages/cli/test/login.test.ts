import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { totp } from '@xinchu/sdk'
import { afterEach, describe, expect, test } from 'vitest'
import { startCommandLine } from './support/command-line.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function start(options?: Parameters<typeof startCommandLine>[0]) {
  const started = await startCommandLine(options)
  closing.push(started.close)
  return started
}

describe('log-in', () => {
  test('keeps a session that only its owner can read, for this and the next command', async () => {
    const { dir, server, xinchu, login } = await start()
    expect(await login()).toEqual({ code: 0, out: '', err: '已登录：李明\n' })
    const who = await xinchu(['whoami'])
    expect(who).toEqual({
      code: 0,
      out: '账号：qiye001\n姓名：李明\n单位：盐池一号储能有限公司\n角色：企业\n',
      err: '',
    })
    const session = join(dir, 'config', `session-${encodeURIComponent(server.url)}.json`)
    expect(statSync(session).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(dir, 'config', 'config.json'), 'utf8')).not.toMatch(/t1|Abc12345/)
  })

  test('takes the password from standard input', async () => {
    const { server, xinchu } = await start()
    const argv = ['login', '--server', server.url, '-u', 'qiye001', '--password-stdin', '--json']
    const { code, out } = await xinchu(argv, { typed: 'Abc12345\n' })
    expect([code, JSON.parse(out)]).toEqual([0, { server: server.url, username: 'qiye001' }])
  })

  test('asks for what is missing, and does not show the password', async () => {
    const { server, xinchu } = await start()
    const { code, err } = await xinchu(['login', '--server', server.url, '-u', 'qiye001'], {
      typed: 'Abc12345\n',
    })
    expect([code, err]).toEqual([0, '密码：已登录：李明\n'])
  })

  test('shows the captcha as a file where the server demands one', async () => {
    const { server, xinchu } = await start({ captcha: true })
    const { code, err } = await xinchu(['login', '--server', server.url, '-u', 'qiye001'], {
      typed: '7\n',
      env: { XINCHU_PASSWORD: 'Abc12345' },
    })
    const path = /验证码图片：(.*)/.exec(err)?.[1] ?? ''
    expect([code, readFileSync(path, 'utf8')]).toEqual([0, '<svg/>'])
    rmSync(join(path, '..'), { recursive: true })
    const sent = server.seen.filter((seen) => seen.path === '/auth/login').map(({ body }) => JSON.parse(body))
    expect(sent.at(-1)).toMatchObject({ code: '7', uuid: 'u1' })
  })

  describe('of an account with a second factor', () => {
    const PASSWORD = { XINCHU_PASSWORD: 'Abc12345' }
    const SECRET = 'JBSWY3DPEHPK3PXP'
    const STEP_MS = 30_000

    /** The codes that a device shows about now. */
    const codes = () => Promise.all([-1, 0, 1].map((drift) => totp(SECRET, Date.now() + drift * STEP_MS)))
    const argvOf = (url: string) => ['login', '--server', url, '-u', 'qiye001']

    test('asks for the code in the terminal until it is right', async () => {
      const { server, xinchu } = await start({ otps: ['222222'] })
      const answers = ['111111', '222222']
      expect(await xinchu(argvOf(server.url), { answers, env: PASSWORD })).toEqual({
        code: 0,
        out: '',
        err: '动态验证码：S-002 动态验证码不正确或已使用\n动态验证码：已登录：李明\n',
      })
      expect(server.count('/auth/login')).toBe(3)
    })

    test('asks for the code after the captcha', async () => {
      const { server, xinchu } = await start({ captcha: true, otps: ['222222'] })
      const { code, err } = await xinchu(argvOf(server.url), { answers: ['7', '222222'], env: PASSWORD })
      expect([code, err.replace(/：\/.*/, '')]).toEqual([0, '验证码图片\n验证码：动态验证码：已登录：李明\n'])
      rmSync(join(/验证码图片：(.*)/.exec(err)?.[1] ?? '', '..'), { recursive: true })
    })

    test('gives up when nothing is typed', async () => {
      const { server, xinchu } = await start({ otps: ['222222'] })
      const { code, err } = await xinchu(argvOf(server.url), { answers: [''], env: PASSWORD })
      expect([code, err]).toEqual([1, '动态验证码：S-001 请输入动态验证码\n'])
    })

    test('takes the code from XINCHU_OTP without asking', async () => {
      const { server, xinchu } = await start({ otps: ['222222'] })
      const { code, err } = await xinchu(argvOf(server.url), { env: { ...PASSWORD, XINCHU_OTP: '222222' } })
      expect([code, err]).toEqual([0, '已登录：李明\n'])
    })

    test('computes the code from XINCHU_OTP_SECRET, which goes before XINCHU_OTP and to no server', async () => {
      const { server, xinchu } = await start({ otps: await codes() })
      const env = { ...PASSWORD, XINCHU_OTP_SECRET: SECRET.toLowerCase(), XINCHU_OTP: '000000' }
      const { code, err } = await xinchu(argvOf(server.url), { env })
      expect([code, err]).toEqual([0, '已登录：李明\n'])
      expect(server.seen.map(({ body }) => body.toUpperCase()).join()).not.toContain(SECRET)
    })

    test.each([
      ['XINCHU_OTP', '000000'],
      ['XINCHU_OTP_SECRET', SECRET],
    ])('tries what %s gives once, because tries count towards the lock', async (name, value) => {
      const { server, xinchu } = await start({ otps: [] })
      const { code, err } = await xinchu(argvOf(server.url), { env: { ...PASSWORD, [name]: value } })
      expect([code, err]).toEqual([1, 'S-002 动态验证码不正确或已使用\n'])
      expect(server.count('/auth/login')).toBe(2)
    })

    test('says that a secret cannot be read', async () => {
      const { server, xinchu } = await start({ otps: ['222222'] })
      const env = { ...PASSWORD, XINCHU_OTP_SECRET: '密钥' }
      const { code, err } = await xinchu(argvOf(server.url), { env })
      expect([code, err]).toEqual([2, 'XINCHU_OTP_SECRET 不是 Base32 密钥\n执行 xinchu help 查看用法\n'])
      expect(server.count('/auth/login')).toBe(1)
    })
  })

  test('that is refused says why and keeps nothing', async () => {
    const { server, xinchu } = await start()
    const argv = ['login', '--server', server.url, '-u', 'qiye001']
    const refused = await xinchu(argv, { env: { XINCHU_PASSWORD: 'wrong' } })
    expect([refused.code, refused.err.split('\n')[0]]).toEqual([3, 'A-004 账号或密码有误'])
    expect((await xinchu(['whoami', '--server', server.url])).code).toBe(3)
  })

  test('ends with a log-out, at the server too', async () => {
    const { server, xinchu, login } = await start()
    await login()
    expect(await xinchu(['logout'])).toEqual({ code: 0, out: '', err: '已退出登录\n' })
    expect(server.count('/auth/logout')).toBe(1)
    expect((await xinchu(['whoami'])).err).toBe('尚未登录，请先执行 xinchu login\n')
  })

  test('a session is never sent to another server', async () => {
    const { xinchu, login } = await start()
    await login()
    expect((await xinchu(['whoami', '--server', 'http://127.0.0.1:9'])).code).toBe(3)
  })
})
