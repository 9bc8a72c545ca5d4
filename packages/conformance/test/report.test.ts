import { describe, expect, test } from 'vitest'
import { solveWork } from '../src/accounts.ts'
import {
  chosenChecks,
  junitOf,
  levels,
  type Report,
  type Result,
  reachedBy,
  summaryOf,
  tableOf,
} from '../src/index.ts'

describe('the list of checks', () => {
  test('has unique names, each beginning with its level, in the order of the levels', () => {
    const all = chosenChecks({})
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(all.filter(({ id, level }) => !id.startsWith(`${level}.`))).toEqual([])
    const order = levels.map(([name]) => name)
    const given = all.map(({ level }) => order.indexOf(level))
    expect(given).toEqual([...given].sort((a, b) => a - b))
  })
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
