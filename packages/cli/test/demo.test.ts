import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ExitCode } from '../src/exit.ts'
import { startCommandLine } from './support/command-line.ts'

let started: Awaited<ReturnType<typeof startCommandLine>>
beforeAll(async () => {
  started = await startCommandLine()
  await started.login()
})
afterAll(() => started.close())

describe('xinchu demo', () => {
  test('lists projects with their states', async () => {
    const { code, out } = await started.xinchu(['demo', 'list', '--year', '2026', '--status', '3'])
    expect(code).toBe(ExitCode.ok)
    expect(out).toContain('DEMO202601001')
    const path = decodeURIComponent(started.server.seen.at(-1)?.path ?? '')
    for (const part of ['batchYear=2026', 'status=3']) expect(path).toContain(part)
  })

  test('shows one with what it lacks', async () => {
    const { code, out } = await started.xinchu(['demo', 'show', '2001'])
    expect(code).toBe(ExitCode.ok)
    expect(out).toContain('状态：草稿')
    expect(out).toContain('尚缺 1 项：\n  - 示范项目接入意见未上传')
    expect(out).toContain('盐池一号储能有限公司  提交  待推荐单位审核')
  })

  test('says why one cannot be submitted', async () => {
    const { code, err } = await started.xinchu(['demo', 'submit', '2001'])
    expect(code).toBe(ExitCode.rowsWithErrors)
    expect(err).toContain('未提交：还差 1 项')
    expect(err).toContain('  - 示范项目接入意见：未上传')
    expect(started.server.seen.at(-1)?.path).toContain('updateBath')
  })

  test.each([
    [['demo'], '缺少命令'],
    [['demo', 'list', '--status', '99'], '--status 没有代码 99'],
    [['demo', 'show'], '缺少示范项目编号'],
    [['demo', 'close'], '没有命令 demo close'],
  ])('refuses %j', async (argv, words) => {
    const { code, err } = await started.xinchu(argv)
    expect(code).toBe(ExitCode.usage)
    expect(err).toContain(words)
  })
})
