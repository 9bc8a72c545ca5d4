import { afterEach, describe, expect, test } from 'vitest'
import { ExitCode } from '../src/exit.ts'
import { startCommandLine } from './support/command-line.ts'

type Options = Parameters<typeof startCommandLine>[0]

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
async function loggedIn(options?: Options) {
  const line = await startCommandLine(options)
  closing.push(line.close)
  await line.login()
  return line
}

describe('an import that writes nothing says why, with an exit code of its own', () => {
  test.each<[string, Options, string[], string, number]>([
    ['all repeats', { errorRows: 0, onlyRepeats: true }, [], '疑似重复 3 行已跳过', ExitCode.nothingWritten],
    ['a file of before', { errorRows: 0, isEarlier: true }, [], '此前已写入 2 行，本次未写入', ExitCode.ok],
    [
      'a file of before, wanted twice',
      { errorRows: 0, isEarlier: true },
      ['--keep-repeat'],
      '此前已写入 2 行，本次未写入',
      ExitCode.nothingWritten,
    ],
  ])('%s', async (_what, options, flags, words, exit) => {
    const { xinchu, workbook } = await loggedIn(options)
    const { code, err } = await xinchu(['import', workbook(), ...flags])
    expect(err).toContain(words)
    expect(code).toBe(exit)
  })

  test('repeats are written where they are wanted', async () => {
    const { xinchu, workbook } = await loggedIn({ errorRows: 0, onlyRepeats: true })
    const { code, err } = await xinchu(['import', workbook(), '--keep-repeat'])
    expect([code, err]).toEqual([ExitCode.ok, expect.stringContaining('已写入 3')])
  })
})

test('what the cells leave open is listed once, with an exit code that says so', async () => {
  const { xinchu, workbook } = await loggedIn({ errorRows: 0, askedRows: 2 })
  const { code, out, err } = await xinchu(['import', workbook()])
  expect([code, out]).toEqual([
    ExitCode.rowsWithErrors,
    '待确认 C-023 【额定功率】：“100MW”带有单位，是否为 100 MW？（2 格，第 6 行起）\n',
  ])
  expect(err).toContain('有错误 0，待确认 2，疑似重复 0')
  expect(err).toContain('待确认 2 行，未写入')
  const json = await xinchu(['import', workbook(), '--json'])
  expect(JSON.parse(json.out)).toMatchObject({ asked: 2, questions: [{ original: '100MW', count: 2 }] })
})

test('a call ends at the first interruption', async () => {
  const { xinchu } = await loggedIn({ hangs: true })
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 100)
  const began = performance.now()
  const { code, err } = await xinchu(['call', 'messages.getUnreadCount'], { signal: stop.signal })
  expect([code, err]).toEqual([ExitCode.failure, '请求已取消\n'])
  expect(performance.now() - began).toBeLessThan(2_000)
})

test('a daily job logs in by its environment, where there has been no log-in', async () => {
  const line = await startCommandLine()
  closing.push(line.close)
  const env = { XINCHU_SERVER: line.server.url, XINCHU_USERNAME: 'qiye001', XINCHU_PASSWORD: 'Abc12345' }
  expect((await line.xinchu(['whoami', '--json'], { env })).code).toBe(ExitCode.ok)
  expect((await line.xinchu(['whoami'], { env: { XINCHU_SERVER: line.server.url } })).code).toBe(ExitCode.ok)
  expect(line.server.count('/auth/login')).toBe(1)
  const wrong = { ...env, XINCHU_PASSWORD: 'wrong' }
  await line.xinchu(['logout'], { env })
  const { code, err } = await line.xinchu(['whoami'], { env: wrong })
  const [first] = err.split('\n')
  expect([code, first]).toEqual([ExitCode.notLoggedIn, '登录过期，请重新登录（账号或密码有误，A-004）'])
})

test('a session of http is not used for https, nor one port for another', async () => {
  const { xinchu, server } = await loggedIn()
  for (const other of [server.url.replace('http:', 'https:'), server.url.replace(/\d+$/, '1')]) {
    const { code, err } = await xinchu(['whoami', '--server', other])
    expect([code, err]).toEqual([ExitCode.notLoggedIn, '尚未登录，请先执行 xinchu login\n'])
  }
})
