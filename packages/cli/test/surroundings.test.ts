import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exitCodes } from '../src/exit.ts'
import { HELP } from '../src/help.ts'
import { startCommandLine } from './support/command-line.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const main = join(root, 'packages/cli/src/main.ts')
const tsx = import.meta.resolve('tsx')
const account = { XINCHU_USERNAME: 'qiye001', XINCHU_PASSWORD: 'Abc12345' }

let line: Awaited<ReturnType<typeof startCommandLine>>
let dir: string
beforeAll(async () => {
  line = await startCommandLine()
  dir = mkdtempSync(join(tmpdir(), 'xinchu-surroundings-'))
})
afterAll(async () => {
  rmSync(dir, { recursive: true })
  await line.close()
})

/** A configuration directory below a file, which nobody can make. */
function nowhere(): string {
  const file = join(dir, '文件')
  writeFileSync(file, '')
  return join(file, 'config')
}

/** The command line as a process of its own, run by a shell. */
const inShell = (words: string) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const command = `exec node_modules/.bin/tsx --conditions=@xinchu/source packages/cli/src/main.ts ${words}`
    const env = { ...process.env, XINCHU_CONFIG_DIR: join(dir, 'config') }
    execFile('sh', ['-c', command], { cwd: root, env, timeout: 60_000 }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    )
  })

describe('exit codes', () => {
  test('are told alike by the help of all commands, the guide and the scripts for shells', async () => {
    const guide = readFileSync(join(root, 'packages/docs/pages/guide/command-line.md'), 'utf8')
    const rows = [...guide.matchAll(/^\| (\d) \| (.*) \|$/gm)].map(([, code, words = '']) => [
      Number(code),
      words.replaceAll('`', ''),
    ])
    expect(rows).toEqual(exitCodes)
    const whole = `退出码：${exitCodes.map(([code, words]) => `${code} ${words}`).join('；')}`
    expect(HELP.split('\n').at(-1)).toBe(whole)
    const told = [
      ['login', '--help'],
      ['projects', 'list', '--help'],
      ...['bash', 'zsh', 'fish', 'powershell'].map((shell) => ['completion', shell]),
    ]
    for (const words of told)
      expect([words, (await line.xinchu(words)).out]).toEqual([words, expect.stringContaining(whole)])
  })
})

test('without a command the help is shown', async () => {
  expect(await line.xinchu([])).toEqual(await line.xinchu(['help']))
  expect((await line.xinchu([])).code).toBe(0)
})

describe('without a place to write', () => {
  test('a log-in sends no password, and names the variable that gives a place', async () => {
    const argv = ['login', '--server', line.server.url, '-u', 'qiye001']
    const sent = line.server.count('/auth/login')
    const env = { XINCHU_CONFIG_DIR: nowhere(), XINCHU_PASSWORD: 'Abc12345' }
    expect(await line.xinchu(argv, { env })).toEqual({
      code: 1,
      out: '',
      err: '无法保存会话（路径中有一段不是目录），请以环境变量 XINCHU_CONFIG_DIR 指定可写的目录\n',
    })
    expect(line.server.count('/auth/login')).toBe(sent)
  })

  test('a command with an account in the environment does its work with a session in memory', async () => {
    const env = { ...account, XINCHU_CONFIG_DIR: nowhere() }
    const { code, out, err } = await line.xinchu(['whoami', '--server', line.server.url], { env })
    expect([code, err]).toEqual([0, '无法保存会话（路径中有一段不是目录），本次只存于内存\n'])
    expect(out).toContain('账号：qiye001')
  })
})

test('an input that ends before the answer is told of, and does not hang', async () => {
  const argv = ['login', '--server', line.server.url, '-u', 'qiye001']
  const { code, err } = await line.xinchu(argv)
  expect([code, err]).toEqual([2, '密码：标准输入已结束，未得到密码\n执行 xinchu help 查看用法\n'])
})

describe('as a process', () => {
  test('a closed input ends it with 2', async () => {
    const { code, err } = await inShell(`login --server ${line.server.url} -u qiye001 </dev/null`)
    expect([code, err]).toEqual([2, '密码：标准输入已结束，未得到密码\n执行 xinchu help 查看用法\n'])
  })

  // As a supervisor leaves it that has stopped reading, or a log on a full disk.
  test.each([
    ['closed', 'a result', 0, ['whoami'], 'qiye001'],
    ['closed', 'rows with errors', 4, ['import', '项目.xlsx'], 'F-003 '],
    ['closed', 'a wrong use', 2, ['whoami', '--page'], ''],
    ['full', 'rows with errors', 4, ['import', '项目.xlsx'], 'F-003 '],
  ])('a %s error output leaves the exit code of %s', async (how, _what, exit, words, result) => {
    writeFileSync(join(dir, '项目.xlsx'), 'PK')
    const full = openSync('/dev/full', 'w')
    const started = spawn(
      process.execPath,
      [
        '--import',
        tsx,
        '--conditions=@xinchu/source',
        main,
        ...words,
        '--server',
        line.server.url,
        '--verbose',
      ],
      {
        cwd: dir,
        env: { ...process.env, ...account, XINCHU_CONFIG_DIR: nowhere() },
        stdio: ['ignore', 'pipe', how === 'full' ? full : 'pipe'],
      },
    )
    closeSync(full)
    started.stderr?.destroy()
    let out = ''
    started.stdout?.on('data', (piece) => {
      out += piece
    })
    const [code] = await once(started, 'close')
    expect([code, out]).toEqual([exit, expect.stringContaining(result)])
  })

  test('a full output ends it with 1 and one line', async () => {
    expect(await inShell('help >/dev/full')).toEqual({
      code: 1,
      out: '',
      err: '无法输出结果：磁盘空间不足\n',
    })
  })
})
