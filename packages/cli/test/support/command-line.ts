import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { startImportServer } from '../../../sdk/test/support/import-server.ts'
import type { Io } from '../../src/io.ts'
import { run } from '../../src/run.ts'

interface Given {
  typed?: string | Buffer
  /** What is typed after each question, which ends in a colon. */
  answers?: string[]
  env?: Record<string, string>
  tty?: boolean
  /** Whether the standard input is a terminal, which can hide what is typed. */
  terminal?: boolean
  signal?: AbortSignal
}

/** The command line with a configuration of its own below `dir`. */
export function commandLineIn(dir: string) {
  /** Runs one command line as a person would, who types `typed`, or one of `answers` when he is asked. */
  return async (
    argv: string[],
    {
      typed = '',
      answers = [],
      env = {},
      tty = false,
      terminal = false,
      signal = new AbortController().signal,
    }: Given = {},
  ) => {
    const stdin = Object.assign(
      new PassThrough(),
      terminal ? { isTTY: true, setRawMode: () => undefined } : {},
    )
    const stdout = new PassThrough()
    const stderr = Object.assign(new PassThrough(), { isTTY: tty })
    const own = { XINCHU_CONFIG_DIR: join(dir, 'config') }
    const io: Io = { stdin, stdout, stderr, env: { ...own, ...env }, signal }
    let err = ''
    const left = [...answers]
    stderr.on('data', (said) => {
      err += said
      if (err.endsWith('：') && left.length > 0) stdin.write(`${left.shift()}\n`)
    })
    if (answers.length === 0) stdin.end(typed)
    const code = await run(argv, io, '1.2.3')
    await setImmediate()
    return { code, out: String(stdout.read() ?? ''), err }
  }
}

/** A platform, a folder of its own, and the command line in them. */
export async function startCommandLine(options?: Parameters<typeof startImportServer>[0]) {
  const dir = mkdtempSync(join(tmpdir(), 'xinchu-cli-'))
  const server = await startImportServer(options)
  const xinchu = commandLineIn(dir)

  return {
    dir,
    server,
    xinchu,
    login: () =>
      xinchu(['login', '--server', server.url, '-u', 'qiye001'], { env: { XINCHU_PASSWORD: 'Abc12345' } }),
    /** Writes something that passes for a workbook. */
    workbook(name = '项目.xlsx') {
      const path = join(dir, name)
      writeFileSync(path, 'PK')
      return path
    },
    async close() {
      await server.close()
      rmSync(dir, { recursive: true })
    },
  }
}
