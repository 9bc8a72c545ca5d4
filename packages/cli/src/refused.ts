import { randomBytes, scrypt } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { CallOptions, LoginForm, LoginResult } from '@xinchu/sdk'
import { hasCode, isToChange, isWrongPassword, RefusedBeforeError } from './exit.ts'

const derive = promisify<string, string, number, Buffer>(scrypt)

const HOUR_MS = 3_600_000
// Accounts of one server that jobs of one user may have.
const MOST = 16

interface Refusal {
  /** Of the account with its password. */
  digest: string
  /** Milliseconds since 1970. */
  at: number
}

interface Memory {
  salt: string
  refusals: readonly Refusal[]
}

const remembered = new WeakSet<object>()

export type LogIn = (form: LoginForm, call?: CallOptions) => Promise<LoginResult>

const isMemory = (value: unknown): value is Memory =>
  typeof value === 'object' &&
  value !== null &&
  'salt' in value &&
  typeof value.salt === 'string' &&
  'refusals' in value &&
  Array.isArray(value.refusals)

/** Reads the refusals of the last hour. A damaged file counts as empty, so that it never blocks a log-in. */
async function read(path: string): Promise<Memory> {
  const value: unknown = await readFile(path, 'utf8')
    .then(JSON.parse)
    .catch(() => undefined)
  if (!isMemory(value)) return { salt: randomBytes(16).toString('hex'), refusals: [] }
  const now = Date.now()
  // One of the future was written before the clock was set back.
  return { ...value, refusals: value.refusals.filter(({ at }) => at <= now && now - at < HOUR_MS) }
}

async function write(path: string, memory: Memory): Promise<void> {
  const draft = `${path}.${process.pid}`
  try {
    await writeFile(draft, `${JSON.stringify(memory)}\n`, { mode: 0o600 })
    await rename(draft, path)
  } catch (error) {
    // A full disk: the next run asks the platform.
    if (!hasCode(error)) throw error
  }
}

const digestOf = async ({ username, password }: LoginForm, salt: string) =>
  (await derive(JSON.stringify([username, password]), salt, 32)).toString('hex')

/**
 * Logs in, but does not send a password that the platform refused within the last hour: a job that sends it each time that it runs
 * locks the account. The file keeps salted digests.
 * @throws RefusedBeforeError in place of a second refusal
 */
export function careful(path: string, logIn: LogIn, isTryingAgain: boolean): LogIn {
  return async (form, call) => {
    const { salt, refusals } = await read(path)
    const digest = await digestOf(form, salt)
    const others = refusals.filter((each) => each.digest !== digest)
    const before = refusals.find((each) => each.digest === digest)
    if (before && !isTryingAgain) throw new RefusedBeforeError(new Date(before.at))
    try {
      const result = await logIn(form, call)
      if (before) await write(path, { salt, refusals: others })
      return result
    } catch (error) {
      if (error instanceof Error && isWrongPassword(error)) {
        await write(path, { salt, refusals: [...others, { digest, at: Date.now() }].slice(-MOST) })
        remembered.add(error)
      }
      throw error
    }
  }
}

/** What helps with a password that has just been refused, or has to be changed; nothing for other failures. */
export function passwordAdvice(error: unknown): string | undefined {
  let inner = error
  for (let depth = 0; inner instanceof Error && depth < 10; depth++, inner = inner.cause) {
    if (remembered.has(inner)) return '该密码 1 小时内不再尝试，更换后自动恢复；确需再试请加 --try-again'
    if (isToChange(inner))
      return '执行 xinchu login 修改密码，新密码可以 --new-password-file 或 --new-password-stdin 给出'
  }
  return undefined
}
