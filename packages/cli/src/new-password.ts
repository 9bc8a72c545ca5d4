import { randomInt } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { hasCode, UsageError } from './exit.ts'
import { type Io, say } from './io.ts'
import { askSecretly, readAll } from './prompt.ts'

const TRIES = 3
const LENGTH = 24
// Without letters and digits that look alike: somebody may have to type the password.
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'

/** Where the passwords of a log-in come from. */
export interface PasswordOptions {
  'password-stdin'?: boolean | undefined
  'new-password-stdin'?: boolean | undefined
  'new-password-file'?: string | undefined
}

/** The password of a log-in, and the one that replaces it if it has to be changed. */
export interface Passwords {
  password: string
  /** The new password, if it was given. Otherwise it is made or asked for when it is needed. */
  next: string | undefined
}

/** @throws UsageError if it is empty */
export function needed(text: string, what: string): string {
  if (text === '') throw new UsageError(`${what}不能为空`)
  return text
}

function generated(): string {
  for (;;) {
    const text = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    if (/\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text)) return text
  }
}

/** The first line of a file; undefined if there is no file. @throws UsageError if it is empty */
async function lineOf(path: string): Promise<string | undefined> {
  try {
    return needed((await readFile(path, 'utf8')).split(/\r?\n/)[0] ?? '', `${path} 中的新密码`)
  } catch (error) {
    if (hasCode(error) && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Makes a password and writes it to a new file that only its owner can read. It is on the disk before it is used. */
async function keepGenerated(io: Io, path: string): Promise<string> {
  const text = generated()
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(`${text}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  say(io, `已生成新密码，存于 ${path}`)
  return text
}

async function linesOf(io: Io): Promise<{ password: string; next: string }> {
  const [password = '', next = '', ...more] = (await readAll(io)).split(/\r?\n/)
  if (password === '' || next === '' || more.length > 0)
    throw new UsageError('标准输入应为两行：原密码与新密码')
  return { password, next }
}

/** The passwords from standard input, files, the environment or a prompt. @throws UsageError if one is missing */
export async function passwordsOf(io: Io, options: PasswordOptions): Promise<Passwords> {
  const { 'password-stdin': fromStdin, 'new-password-stdin': nextFromStdin } = options
  const path = options['new-password-file']
  if (path !== undefined && nextFromStdin)
    throw new UsageError('--new-password-file 与 --new-password-stdin 只能择一')
  if (fromStdin && nextFromStdin) return linesOf(io)
  const next = nextFromStdin ? needed(await readAll(io), '新密码') : path && (await lineOf(path))
  const password = fromStdin
    ? await readAll(io)
    : (io.env['XINCHU_PASSWORD'] ?? (await askSecretly(io, '密码：')))
  return { password: needed(password, '密码'), next: next || undefined }
}

/** Asks a person twice, without echo. @throws UsageError if the two differ again and again */
async function asked(io: Io): Promise<string> {
  for (let tries = 0; tries < TRIES; tries++) {
    const text = await askSecretly(io, '新密码：')
    if (text === (await askSecretly(io, '再次输入新密码：'))) return needed(text, '新密码')
    say(io, '两次输入的密码不一致')
  }
  throw new UsageError('两次输入的密码不一致')
}

/** A new password, now that one is needed: made for the file that is named, or asked for; undefined if there is nobody to ask. */
export async function nextPassword(io: Io, options: PasswordOptions): Promise<string | undefined> {
  const path = options['new-password-file']
  if (path !== undefined) return keepGenerated(io, path)
  return io.stdin.isTTY ? asked(io) : undefined
}
