import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { solveWork } from '../src/conformance/accounts.ts'
import { junitOf, summaryOf, tableOf } from '../src/conformance/report.ts'
import { chosenChecks, reachedBy } from '../src/conformance/run.ts'
import { levels, type Report, type Result } from '../src/conformance/types.ts'
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

  test('has unique names, each beginning with its level, in the order of the levels', () => {
    const all = chosenChecks({})
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(all.filter(({ id, level }) => !id.startsWith(`${level}.`))).toEqual([])
    const order = levels.map(([name]) => name)
    const given = all.map(({ level }) => order.indexOf(level))
    expect(given).toEqual([...given].sort((a, b) => a - b))
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

const resultOf = (id: string, outcome: Result['outcome']): Result => ({
  check: { id, level: id.split('.')[0] as Result['check']['level'], expects: '甲 & 乙', source: '规则 X' }, // as ids begin
  outcome,
  deviations:
    outcome === 'failed' ? [{ message: '应为 <404>', request: 'GET /a', status: 403, requestId: 'r-1' }] : [],
  ...(outcome === 'skipped' ? { reason: '缺少账号' } : {}),
  ms: 1,
})

describe('a report', () => {
  const results = [
    resultOf('basic.a', 'passed'),
    resultOf('session.a', 'failed'),
    resultOf('session.b', 'skipped'),
  ]
  const report: Report = {
    url: 'x',
    contractVersion: '0.1.0',
    results,
    reached: 'basic',
    requests: 3,
    seconds: 1,
    left: ['项目 7'],
  }

  test('reaches the level before the first that deviates or was not checked', () => {
    expect(reachedBy(results)).toBe('basic')
    expect(reachedBy([resultOf('session.a', 'passed')])).toBeUndefined()
    expect(reachedBy([resultOf('basic.a', 'passed'), resultOf('convention.a', 'passed')])).toBe('basic')
  })

  test('tells expectation, source, request and what came instead', () => {
    expect(tableOf(report)).toContain(
      '偏离  session.a  甲 & 乙\n    依据：规则 X\n    应为 <404>\n      GET /a，状态 403，请求编号 r-1',
    )
    expect(tableOf(report)).toContain('未能清除：项目 7')
    expect(summaryOf(report)).toMatch(/^通过 1 项，偏离 1 项，未查 1 项；达到“基础”级/)
  })

  test('is JUnit XML for build servers', () => {
    const text = junitOf(report)
    expect(text).toContain('<testsuite name="会话" tests="2" failures="1" skipped="1">')
    expect(text).toContain('<failure message="应为 &lt;404&gt;">')
    expect(text).toContain('name="basic.a 甲 &amp; 乙"')
  })
})

test('solves the captcha by computation', async () => {
  const { createHash } = await import('node:crypto')
  const answer = await solveWork('5f1c', 10)
  const digest = createHash('sha256').update(`5f1c:${answer}`).digest()
  expect([digest[0], (digest[1] ?? 0) >> 6]).toEqual([0, 0])
})
