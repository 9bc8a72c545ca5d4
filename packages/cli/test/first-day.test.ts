import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { commandLineIn } from './support/command-line.ts'
import { startFirstDayPlatform } from './support/first-day-platform.ts'

const FIRST = 'Yijiu8Chushi'
const NEXT = 'Xin2Mima_Ning'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function start(options?: Parameters<typeof startFirstDayPlatform>[0]) {
  const dir = mkdtempSync(join(tmpdir(), 'xinchu-first-day-'))
  const platform = await startFirstDayPlatform(options)
  closing.push(
    () => platform.close(),
    () => rmSync(dir, { recursive: true }),
  )
  const xinchu = commandLineIn(dir)
  const path = join(dir, '新密码.txt')
  return {
    platform,
    xinchu,
    path,
    argv: ['login', '--server', platform.url, '-u', 'svc_nx'],
    env: { XINCHU_PASSWORD: FIRST },
    hasSession: () =>
      existsSync(join(dir, 'config')) &&
      readdirSync(join(dir, 'config')).some(
        (name) =>
          name.startsWith('session-') && readFileSync(join(dir, 'config', name), 'utf8').includes('Bearer'),
      ),
  }
}

describe('the first log-in of a service account', () => {
  test('changes the password to one that it makes and stores before it is used, and later commands run', async () => {
    const { platform, xinchu, path, argv, env } = await start()
    platform.onRequest = (called) => {
      if (called === '/api/users/updatePass') expect(readFileSync(path, 'utf8')).toMatch(/^\w{24}\n$/)
    }
    const { code, out, err } = await xinchu([...argv, '--new-password-file', path], { env })
    expect([code, out, err]).toEqual([
      0,
      '',
      `已生成新密码，存于 ${path}\n已修改密码（首次登录）\n已登录：宁夏接口\n`,
    ])
    expect([platform.state.password, statSync(path).mode & 0o777]).toEqual([
      readFileSync(path, 'utf8').trim(),
      0o600,
    ])
    expect(err).not.toContain(platform.state.password)
    expect((await xinchu(['whoami'])).code).toBe(0)
  })

  test('takes the new password from a file, and says in JSON that it was changed', async () => {
    const { platform, xinchu, path, argv, env } = await start({ flag: 'reset' })
    writeFileSync(path, `${NEXT}\n`)
    const { code, out, err } = await xinchu([...argv, '--new-password-file', path, '--json'], { env })
    expect([code, JSON.parse(out), err]).toEqual([
      0,
      { server: platform.url, username: 'svc_nx', passwordChanged: true },
      '已修改密码（密码已由管理员重置）\n',
    ])
    expect(platform.state.password).toBe(NEXT)
  })

  test('takes both passwords from standard input, one a line', async () => {
    const { platform, xinchu, argv } = await start()
    const given = { typed: `${FIRST}\n${NEXT}\n` }
    const { code, out, err } = await xinchu([...argv, '--password-stdin', '--new-password-stdin'], given)
    expect([code, platform.state.password]).toEqual([0, NEXT])
    expect(out + err).not.toMatch(new RegExp(`${FIRST}|${NEXT}`))
  })

  test('takes the new password alone from standard input', async () => {
    const { platform, xinchu, argv, env } = await start({ flag: 'expired' })
    const { code } = await xinchu([...argv, '--new-password-stdin'], { typed: NEXT, env })
    expect([code, platform.state.password]).toEqual([0, NEXT])
  })

  test('without a new password and a person ends with 3, and changes and keeps nothing', async () => {
    const { platform, xinchu, argv, env, hasSession } = await start()
    const { code, err } = await xinchu(argv, { env })
    expect([code, err]).toEqual([
      3,
      '须先修改密码（首次登录）：以 --new-password-file 或 --new-password-stdin 给出新密码，或在终端执行 xinchu login\n',
    ])
    expect([platform.state.changes, hasSession()]).toEqual([0, false])
  })

  test('asks a person twice, again if the two differ or the platform refuses it, and shows nothing that is typed', async () => {
    const { platform, xinchu, argv, env } = await start({ weak: ['Abc12345'] })
    const answers = [NEXT, 'Xin2Mima', 'Abc12345', 'Abc12345', NEXT, NEXT]
    const { code, err } = await xinchu(argv, { env, answers, terminal: true })
    expect([code, platform.state.password]).toEqual([0, NEXT])
    expect(err.replaceAll('\n', '')).toBe(
      '新密码：再次输入新密码：两次输入的密码不一致新密码：再次输入新密码：A-011 密码过于常见新密码：再次输入新密码：已修改密码（首次登录）已登录：宁夏接口',
    )
  })

  test('tells why the platform refuses a new password, and leaves no session that can do nothing', async () => {
    const { platform, xinchu, path, argv, env, hasSession } = await start({ weak: ['Abc12345'] })
    writeFileSync(path, 'Abc12345')
    const { code, err } = await xinchu([...argv, '--new-password-file', path], { env })
    expect([code, err]).toEqual([1, 'A-011 密码过于常见\n'])
    expect([platform.state.password, hasSession()]).toEqual([FIRST, false])
  })
})

describe('a change whose answer is lost', () => {
  test('is found out by a log-in with the new password', async () => {
    const { platform, xinchu, path, argv, env } = await start({ cuts: 'after' })
    const { code } = await xinchu([...argv, '--new-password-file', path], { env })
    expect([code, platform.state.changes]).toEqual([0, 1])
    expect(readFileSync(path, 'utf8').trim()).toBe(platform.state.password)
  })

  test('was not made: the same command makes it, with the password that was stored', async () => {
    const { platform, xinchu, path, argv, env } = await start({ cuts: 'before' })
    const words = [...argv, '--new-password-file', path]
    expect((await xinchu(words, { env })).code).toBe(5)
    expect(platform.state.password).toBe(FIRST)
    const stored = readFileSync(path, 'utf8').trim()
    expect((await xinchu(words, { env })).code).toBe(0)
    expect(platform.state.password).toBe(stored)
  })
})

test('the same command again logs in with the password of the first time', async () => {
  const { platform, xinchu, path, argv, env } = await start()
  const words = [...argv, '--new-password-file', path]
  await xinchu(words, { env })
  const again = await xinchu(words, { env })
  expect([again.code, again.err, platform.state.changes]).toEqual([
    0,
    '密码此前已改为新密码\n已登录：宁夏接口\n',
    1,
  ])
  const { err } = await xinchu(words, { env: { XINCHU_PASSWORD: platform.state.password } })
  expect(err).toBe('该账号无须修改密码，新密码未使用\n已登录：宁夏接口\n')
})

test.each([
  ['a file and standard input', ['--new-password-file', '新', '--new-password-stdin'], '', '只能择一'],
  ['one line for two passwords', ['--password-stdin', '--new-password-stdin'], FIRST, '应为两行'],
  ['an empty new password', ['--new-password-stdin'], '', '新密码不能为空'],
])('%s are refused before anything is sent', async (_what, more, typed, message) => {
  const { platform, xinchu, argv, env } = await start()
  const { code, err } = await xinchu([...argv, ...more], { typed, env })
  expect([code, err.includes(message), platform.seen.length]).toEqual([2, true, 0])
})

test('a command with an account whose password has to be changed ends with 3 and says what to do', async () => {
  const { platform, xinchu, env } = await start()
  const account = { ...env, XINCHU_USERNAME: 'svc_nx' }
  const { code, err } = await xinchu(['whoami', '--server', platform.url], { env: account })
  expect([code, err.includes('须先修改密码')]).toEqual([3, true])
})
