import { writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startCommandLine } from './support/command-line.ts'

const account = { XINCHU_USERNAME: 'qiye001', XINCHU_PASSWORD: 'Abc12345' }
const homeless = { XINCHU_CONFIG_DIR: '' }

/** Fails as Node.js does for a user id that the user database lacks, where HOME is not set either. */
const noHome = () => {
  const words = 'A system error occurred: uv_os_homedir returned ENOENT (no such file or directory)'
  throw Object.assign(new Error(words), { code: 'ERR_SYSTEM_ERROR' })
}

let line: Awaited<ReturnType<typeof startCommandLine>>
beforeAll(async () => {
  vi.spyOn(os, 'homedir').mockImplementation(noHome)
  syncBuiltinESMExports()
  line = await startCommandLine({ errorRows: 0 })
})
afterAll(async () => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  await line.close()
})

test.each([
  ['no HOME', {}],
  ['an empty HOME', { HOME: '' }],
])('a user with %s works with a session in memory', async (_what, home) => {
  const env = { ...homeless, ...home, ...account }
  const { code, out, err } = await line.xinchu(['whoami', '--server', line.server.url], { env })
  expect([code, err]).toEqual([0, '无法保存会话（找不到用户的主目录），本次只存于内存\n'])
  expect(out).toContain('账号：qiye001')
})

test('a user without a home is told to log in, and a log-in names the variable that gives a place', async () => {
  const asked = await line.xinchu(['whoami', '--server', line.server.url], { env: homeless })
  expect([asked.code, asked.err]).toEqual([3, '尚未登录，请先执行 xinchu login\n'])
  const env = { ...homeless, XINCHU_PASSWORD: 'Abc12345' }
  const sent = line.server.count('/auth/login')
  expect(await line.xinchu(['login', '--server', line.server.url, '-u', 'qiye001'], { env })).toEqual({
    code: 1,
    out: '',
    err: '无法保存会话（找不到用户的主目录），请以环境变量 XINCHU_CONFIG_DIR 指定可写的目录\n',
  })
  expect(line.server.count('/auth/login')).toBe(sent)
})

test('a user without a home reads the rules, which are public', async () => {
  const { code, out, err } = await line.xinchu(['rules', '--server', line.server.url], { env: homeless })
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('P-007')
})

describe('rows of a user without a home', () => {
  const file = () => {
    const path = join(line.dir, '行.ndjson')
    writeFileSync(path, '{"projectName":"甲"}\n')
    return path
  }
  const env = { ...homeless, ...account }

  test('are imported without a journal', async () => {
    const { code, err } = await line.xinchu(['import', file(), '--server', line.server.url], { env })
    expect([code, err]).toEqual([
      0,
      '无法保存会话（找不到用户的主目录），本次只存于内存\n共 3 行：通过 3，有提示 0，有错误 0，疑似重复 0，已写入 3\n',
    ])
  })

  test('go on by their key after an interruption', async () => {
    const leaving = new AbortController()
    line.server.onRequest = (path) => {
      if (path.includes('importBatch')) leaving.abort()
    }
    const argv = ['import', file(), '--server', line.server.url, '--key', 'without-a-home']
    const { err } = await line.xinchu(argv, { env, signal: leaving.signal })
    line.server.onRequest = undefined
    expect(err).toContain(
      `；继续执行：xinchu import ${file()} --key without-a-home --server ${line.server.url}\n`,
    )
    expect((await line.xinchu(argv, { env })).code).toBe(0)
  })
})
