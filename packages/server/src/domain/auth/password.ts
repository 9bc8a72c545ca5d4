import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { password, type RuleCode } from '@xinchu/validators'
import { badRequest } from '../../errors.ts'
import { DEMO_PASSWORD } from './demo-password.ts'
import { partsOf } from './password-strength.ts'

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'

/** Minimum number of parts, as counted by `partsOf`. */
const LEAST_PARTS = 5

/** Names of the platform and its field, which guessers try first. */
const PLATFORM = ['xinchu', '新储', 'chuneng', '储能', 'xinxingchuneng', '新型储能', 'nengyuan', '能源']

export const hashPassword = (text: string): Promise<string> => hash(text, COST)

export const isPassword = (text: string, passwordHash: string): Promise<boolean> => verify(passwordHash, text)

// Verified for unknown accounts, so that the reply takes equally long.
const decoy = hashPassword(randomPassword())

/** Takes as long as a password check and always returns false. */
export async function checkNobody(text: string): Promise<false> {
  await isPassword(text, await decoy)
  return false
}

/** The owner of a password, with words that are easy to guess. */
export interface Person {
  username?: string | null | undefined
  realName?: string | null | undefined
  phone?: string | null | undefined
  email?: string | null | undefined
  orgName?: string | null | undefined
}

/** Names of at least two characters; shorter ones occur everywhere. */
const namesOf = ({ username, realName, phone, email, orgName }: Person): string[] =>
  [
    username,
    ...(username?.split(/[^A-Za-z]+/) ?? []),
    realName,
    phone,
    email,
    email?.split('@')[0],
    orgName,
  ].filter((name): name is string => typeof name === 'string' && [...name].length >= 2)

/** Returns why a new password is refused; undefined if it is accepted. */
export function weaknessOf(text: string, person: Person = {}): string | undefined {
  const message = password(text)
  if (message) return message
  if (text.length < 8 || text.length > 64) return '密码长度应为8至64位'
  if (text === DEMO_PASSWORD) return '不能使用演示账号的公开密码'
  if (partsOf(text) < LEAST_PARTS)
    return '密码过于常见或简单（常用词、键盘顺序、年份、连续或重复字符），请更换'
  if (partsOf(text, PLATFORM) < LEAST_PARTS) return '密码不能由平台名称加简单字符组成，请更换'
  if (partsOf(text, [...PLATFORM, ...namesOf(person)]) < LEAST_PARTS)
    return '密码不能由本人账号、姓名、手机号、邮箱或单位名称加简单字符组成，请更换'
  return undefined
}

/**
 * @param earlier hashes of the account's last passwords
 * @throws HttpError 400 if the new password violates the specification's rule or the platform's policy
 */
export async function assertAcceptable(
  text: string,
  person: Person,
  earlier: readonly string[],
  field = 'newPass',
): Promise<void> {
  const refuse = (code: RuleCode, message: string) => badRequest(code, message, [{ field, message }])
  const weakness = weaknessOf(text, person)
  if (weakness) throw refuse('A-011', weakness)
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
