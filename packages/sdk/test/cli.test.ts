import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Io } from '../src/cli/io.ts'
import { run } from '../src/cli/run.ts'
import { tableText } from '../src/cli/table.ts'
import { startImportServer } from './support/import-server.ts'
import type { TestServer } from './support/server.ts'

let dir: string
let server: TestServer
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'xinchu-cli-'))
  server = await startImportServer()
})
afterEach(async () => {
  await server.close()
  rmSync(dir, { recursive: true })
})

/** Runs one command line as a person would, who types `typed`. */
async function xinchu(argv: string[], { typed = '', env = {} as Record<string, string>, tty = false } = {}) {
  const stdin = new PassThrough()
  const streams = { stdout: new PassThrough(), stderr: Object.assign(new PassThrough(), { isTTY: tty }) }
  const io: Io = {
    stdin,
    ...streams,
    env: { XINCHU_CONFIG_DIR: join(dir, 'config'), ...env },
    signal: new AbortController().signal,
  }
  stdin.end(typed)
  const code = await run(argv, io, '1.2.3')
  const text = (stream: PassThrough) => String(stream.read() ?? '')
  return { code, out: text(streams.stdout), err: text(streams.stderr) }
}

const login = (...more: string[]) =>
  xinchu(['login', '--server', server.url, '-u', 'qiye001', ...more], {
    env: { XINCHU_PASSWORD: 'Abc12345' },
  })

function workbook(name = '项目.xlsx') {
  const path = join(dir, name)
  writeFileSync(path, 'PK')
  return path
}

describe('log-in', () => {
  test('keeps a session that only its owner can read, for this and the next command', async () => {
    expect(await login()).toEqual({ code: 0, out: '', err: '已登录：李明\n' })
    const who = await xinchu(['whoami'])
    expect(who).toEqual({
      code: 0,
      out: '账号：qiye001\n姓名：李明\n单位：盐池一号储能有限公司\n角色：企业\n',
      err: '',
    })
    const session = join(dir, 'config', `session-${server.url.replace('http://', '').replace(':', '_')}.json`)
    expect(statSync(session).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(dir, 'config', 'config.json'), 'utf8')).not.toMatch(/t1|Abc12345/)
  })

  test('takes the password from standard input', async () => {
    const argv = ['login', '--server', server.url, '-u', 'qiye001', '--password-stdin', '--json']
    const { code, out } = await xinchu(argv, { typed: 'Abc12345\n' })
    expect([code, JSON.parse(out)]).toEqual([0, { server: server.url, username: 'qiye001' }])
  })

  test('asks for what is missing, and does not show the password', async () => {
    const { code, err } = await xinchu(['login', '--server', server.url, '-u', 'qiye001'], {
      typed: 'Abc12345\n',
    })
    expect([code, err]).toEqual([0, '密码：已登录：李明\n'])
  })

  test('shows the captcha as a file where the server demands one', async () => {
    await server.close()
    server = await startImportServer({ captcha: true })
    const { code, err } = await xinchu(['login', '--server', server.url, '-u', 'qiye001'], {
      typed: '7\n',
      env: { XINCHU_PASSWORD: 'Abc12345' },
    })
    const path = /验证码图片：(.*)/.exec(err)?.[1] ?? ''
    expect([code, readFileSync(path, 'utf8')]).toEqual([0, '<svg/>'])
    rmSync(join(path, '..'), { recursive: true })
    const sent = server.seen.filter((seen) => seen.path === '/auth/login').map(({ body }) => JSON.parse(body))
    expect(sent.at(-1)).toMatchObject({ code: '7', uuid: 'u1' })
  })

  test('that is refused says why and keeps nothing', async () => {
    const argv = ['login', '--server', server.url, '-u', 'qiye001']
    const refused = await xinchu(argv, { env: { XINCHU_PASSWORD: 'wrong' } })
    expect([refused.code, refused.err]).toEqual([1, '账号或密码有误\n'])
    expect((await xinchu(['whoami', '--server', server.url])).code).toBe(3)
  })

  test('ends with a log-out, at the server too', async () => {
    await login()
    expect(await xinchu(['logout'])).toEqual({ code: 0, out: '', err: '已退出登录\n' })
    expect(server.count('/auth/logout')).toBe(1)
    expect((await xinchu(['whoami'])).err).toBe('尚未登录，请先执行 xinchu login\n')
  })

  test('a session is never sent to another server', async () => {
    await login()
    expect((await xinchu(['whoami', '--server', 'http://127.0.0.1:9'])).code).toBe(3)
  })
})

describe('the import', () => {
  test('tells refused rows in the words of the workbook, and ends with 4', async () => {
    await login()
    expect(await xinchu(['import', workbook()])).toEqual({
      code: 4,
      out: '第18行【联系电话】：请输入正确格式的电话号码\n',
      err: '共 3 行：通过 2，有提示 0，有错误 1，疑似重复 0，已写入 2\n',
    })
  })

  test('as JSON gives the batch and the rows', async () => {
    await login()
    const { code, out, err } = await xinchu(['import', workbook(), '--json', '--dry-run'])
    expect([code, err]).toEqual([4, ''])
    expect(JSON.parse(out)).toMatchObject({ batch: { id: 71, state: 'READY' }, errors: [{ rowNo: 18 }] })
  })

  test('passes its options on, and saves the errors as a workbook', async () => {
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
    await login()
    expect((await xinchu(['import', workbook()], { tty: true })).err).toContain('█')
    expect((await xinchu(['import', workbook()])).err).not.toContain('█')
  })

  test('that goes well ends with 0', async () => {
    await server.close()
    server = await startImportServer({ errorRows: 0 })
    await login()
    expect((await xinchu(['import', workbook()])).code).toBe(0)
  })

  test('that fails as a whole ends with 1 and the reason', async () => {
    await server.close()
    server = await startImportServer({ errorRows: 0, fails: true })
    await login()
    const { code, err } = await xinchu(['import', workbook()])
    expect([code, err.includes('工作簿无法读取')]).toEqual([1, true])
  })

  test.each([
    ['a file that is not there', ['import', 'nothing.xlsx'], 1, '文件或目录不存在'],
    ['another kind of file', ['import', 'projects.csv'], 2, '只能导入 xlsx 文件'],
    ['no file', ['import'], 2, '缺少文件名'],
    ['two files', ['import', 'a.xlsx', 'b.xlsx'], 2, '多余的参数：b.xlsx'],
  ])('says what is wrong with %s', async (_what, argv, expected, message) => {
    await login()
    const { code, err } = await xinchu(argv)
    expect([code, err.includes(message)]).toEqual([expected, true])
  })
})

describe('projects and the template', () => {
  test('are listed with the labels of the dictionaries', async () => {
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
    expect(out).not.toMatch(/ 4 /)
    expect(server.seen.at(-1)?.path).toBe(
      '/api/esProject/queryCustom?provinceCode=640000&buildStatus=4&page=0&size=20',
    )
  })

  test('--all reads every page, also as JSON', async () => {
    await login()
    const { out } = await xinchu(['projects', 'list', '--all', '--json'])
    expect(JSON.parse(out)).toMatchObject({ content: [{ id: 1 }], totalElements: 1 })
  })

  test('are exported to the named file, which is not overwritten unasked', async () => {
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

  test('the template is saved where it is wanted', async () => {
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
    [[], 2],
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
    const { code, out, err } = await xinchu(argv)
    expect(code).toBe(expected)
    expect(expected === 0 ? out : err).toMatch(/\p{Script=Han}/u)
  })

  test('an unreachable server ends with 5', async () => {
    await login()
    await server.close()
    const { code, err } = await xinchu(['whoami'])
    expect([code, err]).toEqual([5, '接口请求失败\n'])
    server = await startImportServer()
  })

  test('a failure is JSON too where JSON was asked for', async () => {
    const { code, out } = await xinchu(['whoami', '--json'])
    expect([code, JSON.parse(out)]).toEqual([3, { error: '尚未登录，请先执行 xinchu login', exitCode: 3 }])
  })

  test('its version is that of the package', async () => {
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
