import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chosenChecks } from '@xinchu/conformance'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCommandLine } from './support/command-line.ts'

let line: Awaited<ReturnType<typeof startCommandLine>>
beforeAll(async () => {
  line = await startCommandLine()
})
afterAll(() => line.close())

const run = (words: string[], env: Record<string, string> = {}) =>
  line.xinchu(['conformance', ...words], { env })

describe('the list of checks', () => {
  test('needs no server and names each with its source', async () => {
    const { code, out } = await run(['--list'])
    expect(code).toBe(0)
    for (const { id } of chosenChecks({})) expect(out).toContain(id)
    expect(out).toContain('规则 P-001')
  })

  test('ends at a level, leaves out what writes, and takes groups', async () => {
    const ids = async (...words: string[]) =>
      (JSON.parse((await run(['--list', '--json', ...words])).out) as { id: string }[]).map(({ id }) => id)
    expect((await ids('--level', '会话')).every((id) => /^(?:basic|session)\./.test(id))).toBe(true)
    expect((await ids('--read-only')).some((id) => /^(?:states|rules|imports)\./.test(id))).toBe(false)
    expect(await ids('--only', 'session.logout', '--only', 'basic.health')).toEqual([
      'basic.health',
      'session.logout',
    ])
    expect((await ids('--only', 'imports.')).length).toBeGreaterThan(3)
  })
})

describe('a wrong command line', () => {
  test.each([
    ['an unknown level', ['--level', '九'], '没有级别 九'],
    ['an unknown check', ['--only', 'nothing'], '没有检查 nothing'],
    ['an unknown format', ['--output', 'xml'], '--output 应为'],
    ['no account', ['--url', 'http://127.0.0.1:9'], '缺少账号'],
  ])('is told: %s', async (_what, words, message) => {
    const { code, err } = await run(words)
    expect([code, err.includes(message)]).toEqual([2, true])
  })

  test('names a file that has no accounts', async () => {
    const path = join(line.dir, 'accounts.json')
    for (const text of ['{', '[]', '[{"username":"a"}]']) {
      writeFileSync(path, text)
      const { code, err } = await run(['--url', line.server.url, '--accounts', path])
      expect([code, err.includes('形式的 JSON')]).toEqual([2, true])
    }
  })
})

test('a server that cannot be reached is told by its own exit code', async () => {
  const account = { XINCHU_USERNAME: 'a', XINCHU_PASSWORD: 'b' }
  expect((await run(['--url', 'http://127.0.0.1:9'], account)).code).toBe(5)
})

test('a server that is no platform deviates, and says where', { timeout: 60_000 }, async () => {
  const account = { XINCHU_USERNAME: 'nobody', XINCHU_PASSWORD: 'b' }
  const { code, out } = await run(['--url', line.server.url, '--only', 'basic.document'], account)
  expect(code).toBe(4)
  expect(out).toContain('偏离  basic.document')
  expect(out).toContain('未达到“基础”级')
})

test('an interrupted run ends at once and says so', async () => {
  const signal = AbortSignal.abort()
  const env = { XINCHU_USERNAME: 'a', XINCHU_PASSWORD: 'b' }
  const { code } = await line.xinchu(['conformance', '--url', line.server.url], { env, signal })
  expect(code).toBe(1)
})
