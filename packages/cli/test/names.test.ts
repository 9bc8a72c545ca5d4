import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCommandLine } from './support/command-line.ts'

let line: Awaited<ReturnType<typeof startCommandLine>>

beforeAll(async () => {
  line = await startCommandLine()
  await line.login()
})
afterAll(() => line.close())

const firstLine = (text: string) => text.split('\n')[0]

test.each([
  ['a name', ['--build-status', '在建']],
  ['a code', ['--build-status', '3']],
])('a list takes %s of a dictionary', async (_what, words) => {
  const { code } = await line.xinchu(['projects', 'list', ...words, '--json'])
  expect([code, line.server.seen.at(-1)?.path]).toEqual([0, expect.stringContaining('buildStatus=3')])
})

test('a short option for a dictionary takes names, too', async () => {
  await line.xinchu(['projects', 'list', '--tech', '锂离子电池', '--tech', '02', '--json'])
  const { searchParams } = new URL(line.server.seen.at(-1)?.path ?? '', 'http://x')
  expect(searchParams.getAll('techType')).toEqual(['01', '02'])
})

test('an administrator’s own code of an editable dictionary is sent as it is', async () => {
  await line.xinchu(['projects', 'list', '--tech', '77', '--json'])
  expect(line.server.seen.at(-1)?.path).toContain('techType=77')
})

test.each([
  [
    'a name that is nearly one',
    ['projects', 'list', '--build-status', '在建设'],
    '--build-status 没有“在建设”；是否指 在建？',
  ],
  [
    'a name that is none',
    ['projects', 'list', '--build-status', '不知道'],
    '--build-status 没有“不知道”；可用：1 规划，2 已备案，3 在建，4 已投运，5 停运，6 退役，7 终止',
  ],
  [
    'a code that is none',
    ['projects', 'list', '--build-status', '99'],
    '--build-status 没有代码 99；可用：1 规划，2 已备案，3 在建，4 已投运，5 停运，6 退役，7 终止',
  ],
  [
    'a filter of the workbook',
    ['projects', 'export', '--build-status', '已投用'],
    '--build-status 没有“已投用”；是否指 已投运？',
  ],
  ['an option', ['projects', 'list', '--provnce', '64'], '没有选项 --provnce；是否指 --province？'],
  ['an option of a command', ['import', 'a.xlsx', '--dryrun'], '没有选项 --dryrun；是否指 --dry-run？'],
  ['an option that is none', ['whoami', '--nothing'], '没有选项 --nothing'],
  ['an option without its value', ['projects', 'list', '--keyword'], '缺少选项 --keyword 的值'],
  ['a value of a flag', ['projects', 'list', '--json=1'], '选项 --json 不带值'],
  ['a command', ['improt', 'a.xlsx'], '没有命令 improt；是否指 import？'],
  ['an operation of projects', ['projects', 'lst'], '没有命令 projects lst；是否指 projects list？'],
  ['an operation', ['orgs', 'lst'], '没有操作 orgs lst；是否指 orgs list？'],
])('%s is named, with the word that it may have been', async (_what, words, message) => {
  const { code, err } = await line.xinchu(words)
  expect([code, firstLine(err)]).toEqual([2, message])
})

test('help has the names of codes and the units of quantities', async () => {
  const list = (await line.xinchu(['projects', 'list', '--help'])).out
  expect(list).toContain('可用：1 规划，2 已备案，3 在建')
  expect(list).toContain('01 锂离子电池')
  expect((await line.xinchu(['projects', 'create', '--help'])).out).toMatch(/额定功率，MW/)
})
