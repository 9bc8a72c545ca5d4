import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { codes, password, type RuleCode } from '@xinchu/validators'
import { type PasswordOwner, weaknessOf as weaknessAmong } from '@xinchu/validators/password'
import { dictionary } from '@zxcvbn-ts/language-common'
import { badRequest } from '../../errors.ts'
import { SAMPLE_PASSWORD } from './sample-password.ts'

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'

/** Leaked passwords and their words, lower case, by frequency. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'])

export const hashPassword = (text: string): Promise<string> => hash(text, COST)

export const isPassword = (text: string, passwordHash: string): Promise<boolean> => verify(passwordHash, text)

// Verified for unknown accounts, so that the reply takes equally long.
const decoy = hashPassword(randomPassword())

/** Takes as long as a password check and always returns false. */
export async function checkNobody(text: string): Promise<false> {
  await isPassword(text, await decoy)
  return false
}

/** Returns why a new password is refused; undefined if it is accepted. */
export const weaknessOf = (text: string, owner?: PasswordOwner): string | undefined =>
  text === SAMPLE_PASSWORD ? '不能使用演示账号的公开密码' : weaknessAmong(text, COMMON, owner)

/**
 * @param earlier hashes of the account's last passwords
 * @throws HttpError 400 if the new password violates the specification's rule or the platform's policy
 */
export async function assertAcceptable(
  text: string,
  owner: PasswordOwner,
  earlier: readonly string[],
  field = 'newPass',
): Promise<void> {
  const refuse = (code: RuleCode, message: string) => badRequest(code, message, [{ field, message }])
  const weakness = weaknessOf(text, owner)
  if (weakness) throw refuse(password(text) ? codes.password : 'A-011', weakness)
  for (const each of earlier)
    if (await isPassword(text, each)) throw refuse('A-012', '不能使用最近三次用过的密码')
}

/** Generates a one-time password from letters and digits that are not easily confused. */
export function randomPassword(): string {
  for (;;) {
    const text = Array.from({ length: 12 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    if (password(text) === null) return text
  }
}
