import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ExitCode } from '../src/exit.ts'
import { startCommandLine } from './support/command-line.ts'

let started: Awaited<ReturnType<typeof startCommandLine>>
beforeAll(async () => {
  started = await startCommandLine()
  await started.login()
})
afterAll(() => started.close())

describe('xinchu remarks', () => {
  test('lists what the reviewers have asked, with the values then and now', async () => {
    const { code, out, err } = await started.xinchu(['remarks', '--id', '1001', '--status', '0'])
    expect(code).toBe(ExitCode.ok)
    expect(out).toMatch(
      /71\s+待答复\s+盐池县高沙窝储能电站\s+额定能量\s+240 MWh\s+240 MWh\s+备案证为 200 MWh，请核对/,
    )
    expect(err).toContain('共 1 条意见')
    const path = decodeURIComponent(started.server.seen.at(-1)?.path ?? '')
    for (const part of ['entity=PROJECT', 'entityId=1001', 'status=0']) expect(path).toContain(part)
  })

  test('answers one', async () => {
    const answered = await started.xinchu(['remarks', 'answer', '71', '无需修改：以批复为准', '--json'])
    expect(answered.code).toBe(ExitCode.ok)
    expect(JSON.parse(answered.out)).toMatchObject({ answer: '无需修改：以批复为准', statusLabel: '已答复' })
  })

  test.each([
    [['remarks', '--status', '9'], '--status 没有代码 9'],
    [['remarks', 'answer', '71'], '缺少意见编号与答复'],
    [['remarks', 'answer', 'x', '好'], '--编号 应为正整数'],
    [['remarks', 'close'], '没有命令 remarks close'],
  ])('refuses %j', async (argv, words) => {
    const { code, err } = await started.xinchu(argv)
    expect(code).toBe(ExitCode.usage)
    expect(err).toContain(words)
  })
})
