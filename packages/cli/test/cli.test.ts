import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { tableText } from '../src/table.ts'
import { startCommandLine } from './support/command-line.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function start(options?: Parameters<typeof startCommandLine>[0]) {
  const started = await startCommandLine(options)
  closing.push(started.close)
  return started
}

describe('the import', () => {
  test('tells refused rows in the words of the workbook, and ends with 4', async () => {
    const { xinchu, login, workbook } = await start()
    await login()
    expect(await xinchu(['import', workbook()])).toEqual({
      code: 4,
      out: 'F-003 第18行【联系电话】：请输入正确格式的电话号码\n',
      err: '共 3 行：通过 2，有提示 0，有错误 1，疑似重复 0，已写入 2\n',
    })
  })

  test('as JSON gives the batch and the rows', async () => {
    const { xinchu, login, workbook } = await start()
    await login()
    const { code, out, err } = await xinchu(['import', workbook(), '--json', '--dry-run'])
    expect([code, err]).toEqual([4, ''])
    expect(JSON.parse(out)).toMatchObject({ batch: { id: 71, state: 'READY' }, errors: [{ rowNo: 18 }] })
  })

  test('passes its options on, and saves the errors as a workbook', async () => {
    const { dir, server, xinchu, login, workbook } = await start()
    await login()
    const errors = join(dir, '错误.xlsx')
    const argv = ['import', workbook(), '--atomic', '--submit', '--keep-repeat', '--key', '2026-batch-01']
    await xinchu([...argv, '--errors', errors])
    expect(readFileSync(errors, 'utf8')).toBe('PK')
    const upload = server.seen.find(({ path }) => path.endsWith('importProject'))
    const text = Buffer.from(upload?.body ?? '', 'latin1').toString()
    for (const part of [
      '"mode"\r\n\r\natomic',
      '"submitAfterCommit"\r\n\r\ntrue',
      '2026-batch-01',
      'filename="项目.xlsx"',
    ]) {
      expect(text).toContain(part)
    }
  })

  test('shows a bar on a terminal only', async () => {
    const { xinchu, login, workbook } = await start()
    await login()
    expect((await xinchu(['import', workbook()], { tty: true })).err).toContain('█')
    expect((await xinchu(['import', workbook()])).err).not.toContain('█')
  })

  test('that goes well ends with 0', async () => {
    const { xinchu, login, workbook } = await start({ errorRows: 0 })
    await login()
    expect((await xinchu(['import', workbook()])).code).toBe(0)
  })

  test('that fails as a whole ends with 1 and the reason', async () => {
    const { xinchu, login, workbook } = await start({ errorRows: 0, fails: true })
    await login()
    const { code, err } = await xinchu(['import', workbook()])
    expect([code, err.includes('工作簿无法读取')]).toEqual([1, true])
  })

  test.each([
    ['a file that is not there', ['import', 'nothing.xlsx'], 1, '文件或目录不存在'],
    [
      'another kind of file',
      ['import', 'projects.pdf'],
      2,
      '只能导入 xlsx、csv、tsv、txt、ndjson 或 jsonl 文件',
    ],
    ['no file', ['import'], 2, '缺少文件名'],
    ['two files', ['import', 'a.xlsx', 'b.xlsx'], 2, '多余的参数：b.xlsx'],
  ])('says what is wrong with %s', async (_what, argv, expected, message) => {
    const { xinchu, login } = await start()
    await login()
    const { code, err } = await xinchu(argv)
    expect([code, err.includes(message)]).toEqual([expected, true])
  })
})

describe('projects and the template', () => {
  test('are listed with the labels of the dictionaries', async () => {
    const { server, xinchu, login } = await start()
    await login()
    const { code, out, err } = await xinchu([
      'projects',
      'list',
      '--province',
      '640000',
      '--build-status',
      '4',
    ])
    expect([code, err]).toEqual([0, '第 1 页，共 1 页，1 项\n'])
    expect(out).toContain('盐池县高沙窝储能电站')
    expect(out).toContain('宁夏回族自治区')
    expect(out).not.toMatch(/ 4 |640000/)
    expect(server.seen.at(-1)?.path).toBe(
      '/api/esProject/queryCustom?provinceCode=640000&buildStatus=4&page=0&size=20',
    )
  })

  test('--all reads every page, also as JSON', async () => {
    const { xinchu, login } = await start()
    await login()
    const { out } = await xinchu(['projects', 'list', '--all', '--json'])
    expect(JSON.parse(out)).toMatchObject({ content: [{ id: 1 }], totalElements: 1 })
  })

  test('are exported to the named file, which is not overwritten unasked', async () => {
    const { dir, server, xinchu, login } = await start()
    await login()
    const output = join(dir, '导出.xlsx')
    const argv = ['projects', 'export', '--tech', '01', '--tech', '03', '-o', output]
    expect(await xinchu(argv)).toEqual({ code: 0, out: '', err: `已保存：${output}\n` })
    expect(JSON.parse(server.seen.at(-1)?.body ?? '')).toEqual({ filter: { techType: ['01', '03'] } })
    const again = await xinchu(argv)
    expect([again.code, again.err.includes('--force')]).toEqual([1, true])
    expect((await xinchu([...argv, '--force', '--json'])).out).toBe(
      `${JSON.stringify({ file: output }, null, 2)}\n`,
    )
  })

  test('the report of one is saved as PDF, under the server’s name unless told otherwise', async () => {
    const { dir, server, xinchu, login } = await start()
    await login()
    const output = join(dir, '报送表.pdf')
    const argv = ['projects', 'report', '1001', '-o', output]
    expect(await xinchu(argv)).toEqual({ code: 0, out: '', err: `已保存：${output}\n` })
    expect(server.seen.at(-1)?.path).toBe('/api/esProject/downloadPdf?id=1001')
    expect(readFileSync(output, 'utf8')).toBe('PK')
    expect((await xinchu(argv)).err).toContain('--force')
  })

  test('the bulletin of a quarter is saved in the form that its file name says', async () => {
    const { dir, server, xinchu, login } = await start()
    await login()
    const output = join(dir, '通报.docx')
    const saved = await xinchu(['bulletin', '2026Q3', '-o', output, '--province', '640000'])
    expect(saved).toEqual({ code: 0, out: '', err: `已保存：${output}\n` })
    const asked = new URL(server.seen.at(-1)?.path ?? '', 'http://x').searchParams
    expect(Object.fromEntries(asked)).toEqual({
      year: '2026',
      quarter: '3',
      format: 'docx',
      provinceCode: '640000',
    })
    const then = join(dir, '原件.pdf')
    await xinchu(['bulletin', '2025Q4', '--as-of', '2025Q4-01', '-o', then])
    const askedThen = new URL(server.seen.at(-1)?.path ?? '', 'http://x').searchParams
    expect(Object.fromEntries(askedThen)).toEqual({
      year: '2025',
      quarter: '4',
      format: 'pdf',
      asOf: '2025Q4-01',
    })
    const wrong = await xinchu(['bulletin', '2026-3'])
    expect([wrong.code, wrong.err.split('\n')[0]]).toEqual([2, '期次应形如 2026Q3'])
  })

  test.each([
    [['report'], '缺少项目编号'],
    [['report', 'x'], '--编号 应为正整数'],
    [['print'], '没有命令 projects print'],
    [[], '缺少命令：projects list、projects export 或 projects report'],
  ])('%j is a wrong use', async (words, message) => {
    const { xinchu } = await start()
    const { code, err } = await xinchu(['projects', ...words])
    expect([code, err.split('\n')[0]]).toEqual([2, message])
  })

  test('the template is saved where it is wanted', async () => {
    const { dir, server, xinchu, login } = await start()
    await login()
    const output = join(dir, '模板.xlsx')
    expect((await xinchu(['template', '-o', output, '--no-sample'])).code).toBe(0)
    expect(readFileSync(output, 'utf8')).toBe('PK')
    expect(server.seen.at(-1)?.path).toBe('/api/esProject/projectTemplate?withSample=false')
  })
})

describe('the command line', () => {
  test.each([
    [['help'], 0],
    [['--help'], 0],
    [['import', '-h'], 0],
    [[], 0],
    [['fly'], 2],
    [['toString'], 2],
    [['projects'], 2],
    [['projects', 'fly'], 2],
    [['projects', 'list', '--page', '0'], 2],
    [['projects', 'list', '--build-status', '99'], 2],
    [['whoami', '--nothing'], 2],
    [['whoami', '--server', 'platform'], 2],
    [['whoami'], 3],
  ])('%j ends with %d', async (argv, expected) => {
    const { xinchu } = await start()
    const { code, out, err } = await xinchu(argv)
    expect(code).toBe(expected)
    expect(expected === 0 ? out : err).toMatch(/\p{Script=Han}/u)
  })

  test('an unreachable server ends with 5', async () => {
    const { server, xinchu, login } = await start()
    await login()
    await server.close()
    const { code, err } = await xinchu(['whoami'])
    expect([code, err]).toEqual([5, '接口请求失败（服务器拒绝连接，ECONNREFUSED）\n'])
  })

  test('a failure is JSON too where JSON was asked for', async () => {
    const { xinchu } = await start()
    const { code, out } = await xinchu(['whoami', '--json'])
    expect([code, JSON.parse(out)]).toEqual([3, { error: '尚未登录，请先执行 xinchu login', exitCode: 3 }])
  })

  test('its version is that of the package', async () => {
    const { xinchu } = await start()
    expect((await xinchu(['--version'])).out).toBe('1.2.3\n')
  })

  test('columns stay aligned with Chinese text', () => {
    const lines = tableText([
      ['名称', '功率'],
      ['a', '1'],
    ]).split('\n')
    expect(lines).toEqual(['名称  功率', 'a     1'])
  })
})
