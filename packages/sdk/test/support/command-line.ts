import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Io } from '../../src/cli/io.ts'
import { run } from '../../src/cli/run.ts'
import { startImportServer } from './import-server.ts'

/** A platform, a folder of its own, and the command line in them. */
export async function startCommandLine(options?: Parameters<typeof startImportServer>[0]) {
  const dir = mkdtempSync(join(tmpdir(), 'xinchu-cli-'))
  const server = await startImportServer(options)

  /** Runs one command line as a person would, who types `typed`. */
  async function xinchu(
    argv: string[],
    { typed = '', env = {} as Record<string, string>, tty = false } = {},
  ) {
    const stdin = new PassThrough()
    const stdout = new PassThrough()
    const stderr = Object.assign(new PassThrough(), { isTTY: tty })
    const own = { XINCHU_CONFIG_DIR: join(dir, 'config') }
    const io: Io = { stdin, stdout, stderr, env: { ...own, ...env }, signal: new AbortController().signal }
    stdin.end(typed)
    const code = await run(argv, io, '1.2.3')
    const text = (stream: PassThrough) => String(stream.read() ?? '')
    return { code, out: text(stdout), err: text(stderr) }
  }

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
