import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'
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
      node dist/main.js check [--json]
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

/** Writes a password to a new file of the operator alone. The file is removed if the work fails. */
async function inFile(path: string, work: () => Promise<string>): Promise<void> {
  // Opened first, so that no password is made that cannot be kept.
  const file = openSync(path, 'wx', 0o600)
  let isKept = false
  try {
    writeFileSync(file, `${await work()}\n`)
    fsyncSync(file)
    isKept = true
  } finally {
    closeSync(file)
    if (!isKept) rmSync(path, { force: true })
  }
}

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 'oneTimePasswordDays'>

async function resetAndTell({ username, out }: Reset, config: Settings, say: (text: string) => void) {
  const opened = await openDatabase(config)
  try {
    const reset = () => resetAdministrator(opened.db, { username, now: new Date() }, config)
    const rest = (until: string | null) => `首次登录须修改${until === null ? '' : `，有效至 ${until}`}`
    if (out === undefined) {
      const { password, until } = await reset()
      return say(`${username} 的新密码：${password}（${rest(until)}）`)
    }
    let until: string | null = null
    await inFile(out, async () => {
      const made = await reset()
      until = made.until
      return made.password
    })
    say(`${username} 的新密码已写入 ${out}，${rest(until)}`)
  } finally {
    await opened.close()
  }
}

/** Runs a command of the machine's operator. Returns the exit code: 0 done, 1 failed, 2 wrong use, 3 refused. */
export async function runCommand(
  args: readonly string[],
  config: Settings,
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
    await resetAndTell(reset, config, say)
    return DONE
  } catch (error) {
    say(startProblem(error))
    return error instanceof NoAdministratorError ? REFUSED : FAILED
  }
}
