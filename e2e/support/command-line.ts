import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PASSWORD } from './browser.ts'

const bin = fileURLToPath(new URL('../../packages/cli/bin/xinchu.js', import.meta.url))

export interface CommandLine {
  /** Working directory of commands. */
  folder: string
  run(...args: string[]): Promise<{ code: number; out: string; err: string }>
  remove(): void
}

/** The built command line, logged in as a demonstration account. */
export async function commandLineAs(url: string, username: string): Promise<CommandLine> {
  const folder = mkdtempSync(join(tmpdir(), 'xinchu-cli-'))
  const env = { ...process.env, XINCHU_CONFIG_DIR: join(folder, 'config'), XINCHU_PASSWORD: PASSWORD }
  const run = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      execFile(process.execPath, [bin, ...args], { cwd: folder, env, timeout: 120_000 }, (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
      )
    })
  const { code, err } = await run('login', '--server', url, '-u', username)
  if (code !== 0) throw new Error(err)
  return { folder, run, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
