import { closeSync, openSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { startProblem } from '../runtime/start-problem.ts'
import { NoAdministratorError, resetAdministrator } from './reset-administrator.ts'

const DONE = 0
const FAILED = 1
const WRONG_USE = 2
const REFUSED = 3

const USAGE = `用法：node dist/main.js [start]
      node dist/main.js admin reset [--username admin] [--out 文件]`

interface Terminal {
  isTerminal: boolean
  say(text: string): void
}

interface Reset {
  username: string
  out: string | undefined
}

function readReset(args: readonly string[]): Reset | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { username: { type: 'string', default: 'admin' }, out: { type: 'string' } },
    })
    const isReset = positionals.join(' ') === 'admin reset'
    return isReset ? { username: values.username, out: values.out } : undefined
  } catch {
    return undefined
  }
}

/** Runs a command of the machine's operator. Returns the exit code: 0 done, 1 failed, 2 wrong use, 3 refused. */
export async function runCommand(
  args: readonly string[],
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { isTerminal, say }: Terminal,
): Promise<number> {
  const reset = readReset(args)
  if (!reset) {
    say(USAGE)
    return WRONG_USE
  }
  if (!isTerminal && reset.out === undefined) {
    say('密码只显示在终端上；不在终端上运行时请以 --out 指定保存密码的文件')
    return WRONG_USE
  }
  try {
    // Before anything changes, so that no password is made that cannot be kept.
    const file = reset.out === undefined ? undefined : openSync(reset.out, 'wx', 0o600)
    const opened = await openDatabase(config)
    try {
      const password = await resetAdministrator(opened.db, reset.username)
      if (file === undefined) say(`${reset.username} 的新密码：${password}（首次登录须修改）`)
      else {
        writeFileSync(file, `${password}\n`)
        closeSync(file)
        say(`${reset.username} 的新密码已写入 ${reset.out}，首次登录须修改`)
      }
      return DONE
    } finally {
      await opened.close()
    }
  } catch (error) {
    say(startProblem(error))
    return error instanceof NoAdministratorError ? REFUSED : FAILED
  }
}
