import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ExitCode } from '../src/exit.ts'
import { startCommandLine } from './support/command-line.ts'

const submission = {
  succeeded: [1001],
  failed: [
    { id: 1002, code: 'W-005', message: '当前状态不允许此操作' },
    {
      id: 1003,
      message: '有 2 项未填写或有误：建设状态、与已有项目重复',
      errors: [
        { field: 'projectName', message: '与已有项目重复' },
        { field: 'buildStatus', caption: '建设状态', message: '值不能为空' },
      ],
    },
  ],
}

const saving = {
  saved: [],
  errors: [
    { row: 2, field: 'usage.runHours', code: 'U-002', message: '运行小时：不应大于统计期小时数（2208小时）' },
  ],
}

let started: Awaited<ReturnType<typeof startCommandLine>>
beforeAll(async () => {
  started = await startCommandLine({ submission, saving })
  await started.login()
})
afterAll(() => started.close())

describe('xinchu call', () => {
  test('lists what may be called, whole or of one resource', async () => {
    const all = (await started.xinchu(['call'])).out.trim().split('\n')
    expect(all).toEqual(
      expect.arrayContaining(['projects.submit', 'projects.saveGeneralItems', 'fillTimes.save']),
    )
    const own = (await started.xinchu(['call', 'fillTimes'])).out.trim().split('\n')
    expect(own.sort()).toEqual(['fillTimes.copy', 'fillTimes.list', 'fillTimes.save'])
  })

  test.each([
    ['as it stands', () => ['{"keyword":"盐池"}'], ''],
    [
      'of a file',
      () => {
        const path = join(started.dir, 'query.json')
        writeFileSync(path, '{"keyword":"盐池"}')
        return [`@${path}`]
      },
      '',
    ],
    ['of the standard input', () => ['-'], '{"keyword":"盐池"}'],
  ])('sends an argument %s and prints the reply', async (_how, words, typed) => {
    const { code, out } = await started.xinchu(['call', 'projects.list', ...words()], { typed })
    expect(code).toBe(0)
    expect(JSON.parse(out)).toHaveProperty('totalElements')
    expect(decodeURIComponent(started.server.seen.at(-1)?.path ?? '')).toContain('keyword=盐池')
  })

  test('prints each fault of a refused submission on a line of its own', async () => {
    const { code, out, err } = await started.xinchu(['call', 'projects.submit', '{"ids":[1001,1002,1003]}'])
    expect(code).toBe(ExitCode.rowsWithErrors)
    expect(JSON.parse(out)).toEqual(submission)
    expect(err.trim().split('\n')).toEqual([
      '1002 W-005 当前状态不允许此操作',
      '1003 与已有项目重复',
      '1003 建设状态：值不能为空',
    ])
  })

  test('prints each fault of quarterly reports with its row and rule', async () => {
    const { code, err } = await started.xinchu([
      'call',
      'projects.saveGeneralItems',
      '{"action":"SAVE","items":[]}',
    ])
    expect(code).toBe(ExitCode.rowsWithErrors)
    expect(err).toBe('第2行 U-002 运行小时：不应大于统计期小时数（2208小时）\n')
  })

  test('saves a file that is the reply', async () => {
    const output = join(started.dir, '模板.xlsx')
    expect((await started.xinchu(['call', 'imports.downloadTemplate', '-o', output])).code).toBe(0)
    expect(readFileSync(output, 'utf8')).toBe('PK')
  })

  test.each([
    ['a call that there is not', ['projects.destroy'], '没有调用 projects.destroy'],
    ['what every object has', ['projects.constructor'], '没有调用 projects.constructor'],
    ['a resource that there is not', ['nothing'], '没有资源 nothing'],
    ['what is no JSON', ['projects.list', '{keyword}'], '参数不是有效的 JSON：{keyword}'],
    ['a file without its field', ['files.upload', '{}', '--file', 'a.pdf'], '--file 应形如 字段=路径'],
  ])('refuses %s with 2', async (_what, words, message) => {
    const { code, err } = await started.xinchu(['call', ...words])
    expect([code, err.includes(message)]).toEqual([2, true])
  })
})
