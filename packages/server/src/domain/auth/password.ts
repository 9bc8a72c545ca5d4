import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { password } from '@xinchu/validators'
import { badRequest } from '../../errors.ts'

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'

// So common that they are tried first, although they hold letters and digits.
const COMMON = new Set([
  'password1',
  'abc12345',
  'a1234567',
  '1qaz2wsx',
  'qwer1234',
  'admin123',
  'p@ssw0rd',
  'abcd1234',
  'qwe12345',
  'a123456789',
])

export const hashPassword = (text: string): Promise<string> => hash(text, COST)

export const isPassword = (text: string, passwordHash: string): Promise<boolean> => verify(passwordHash, text)

// Verified where there is no such account, so that the answer takes as long.
const decoy = hashPassword(randomPassword())

/** Takes as long as checking a password, and is always false. */
export async function checkNobody(text: string): Promise<false> {
  await isPassword(text, await decoy)
  return false
}

/** @throws HttpError 400 when a new password breaks the rule of the specification or the platform's policy */
export async function assertAcceptable(
  text: string,
  earlier: readonly string[],
  field = 'newPass',
): Promise<void> {
  const refuse = (message: string) => badRequest(message, [{ field, message }])
  const message = password(text)
  if (message) throw refuse(message)
  if (text.length < 8 || text.length > 64) throw refuse('密码长度应为8至64位')
  if (COMMON.has(text.toLowerCase())) throw refuse('密码过于常见，请更换')
  for (const each of earlier) if (await isPassword(text, each)) throw refuse('不能使用最近三次用过的密码')
}

/** A password to be handed out once: letters and digits that cannot be mistaken for each other. */
export function randomPassword(): string {
  for (;;) {
    const text = Array.from({ length: 12 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    if (password(text) === null) return text
  }
}
