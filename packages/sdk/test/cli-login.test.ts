import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
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
    const session = join(dir, 'config', `session-${server.url.replace('http://', '').replace(':', '_')}.json`)
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

  test('that is refused says why and keeps nothing', async () => {
    const { server, xinchu } = await start()
    const argv = ['login', '--server', server.url, '-u', 'qiye001']
    const refused = await xinchu(argv, { env: { XINCHU_PASSWORD: 'wrong' } })
    expect([refused.code, refused.err]).toEqual([1, 'A-004 账号或密码有误\n'])
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
