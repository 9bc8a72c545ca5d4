import { messages } from '../messages.ts'
import { password } from '../rules/password.ts'
import { partsOf } from './parts.ts'

const LEAST = 8
const MOST = 64

/** Minimum number of parts, as counted by `partsOf`. */
const LEAST_PARTS = 5

/** Names of the platform and its field, which guessers try first. */
const PLATFORM = ['xinchu', '新储', 'chuneng', '储能', 'xinxingchuneng', '新型储能', 'nengyuan', '能源']

/** The owner of a password, with words that are easy to guess. */
export interface PasswordOwner {
  username?: string | null | undefined
  realName?: string | null | undefined
  phone?: string | null | undefined
  email?: string | null | undefined
  orgName?: string | null | undefined
}

/** Names of at least two characters; shorter ones occur everywhere. */
const namesOf = ({ username, realName, phone, email, orgName }: PasswordOwner): string[] =>
  [
    username,
    ...(username?.split(/[^A-Za-z]+/) ?? []),
    realName,
    phone,
    email,
    email?.split('@')[0],
    orgName,
  ].filter((name): name is string => typeof name === 'string' && [...name].length >= 2)

const hasLength = (text: string) => text.length >= LEAST && text.length <= MOST

/** What a new password is refused for. */
const WEAKNESSES = {
  length: '密码长度应为8至64位',
  common: '密码过于常见或简单（常用词、键盘顺序、年份、连续或重复字符），请更换',
  platform: '密码不能由平台名称加简单字符组成，请更换',
  owner: '密码不能由本人账号、姓名、手机号、邮箱或单位名称加简单字符组成，请更换',
} as const

/**
 * Returns why a new password is refused; undefined if it is accepted.
 * @param common leaked passwords and their words, lower case
 */
export function weaknessOf(
  text: string,
  common: ReadonlySet<string>,
  owner: PasswordOwner = {},
): string | undefined {
  if (password(text)) return messages.password
  if (!hasLength(text)) return WEAKNESSES.length
  if (partsOf(text, common) < LEAST_PARTS) return WEAKNESSES.common
  if (partsOf(text, common, PLATFORM) < LEAST_PARTS) return WEAKNESSES.platform
  if (partsOf(text, common, [...PLATFORM, ...namesOf(owner)]) < LEAST_PARTS) return WEAKNESSES.owner
  return undefined
}

export type PasswordRule = 'length' | 'kinds' | 'common' | 'names'

/**
 * Tells which rules a password keeps while it is typed. One that keeps all is accepted by `weaknessOf`.
 * @param common leaked passwords and their words, lower case
 */
export function passwordRules(
  text: string,
  common: ReadonlySet<string>,
  owner: PasswordOwner = {},
): Readonly<Record<PasswordRule, boolean>> {
  const parts = partsOf(text, common)
  const partsWithNames = partsOf(text, common, [...PLATFORM, ...namesOf(owner)])
  return {
    length: hasLength(text),
    kinds: text !== '' && password(text) === null,
    common: parts >= LEAST_PARTS,
    // Names are at fault only where the password is weaker for them.
    names: text !== '' && (partsWithNames >= LEAST_PARTS || partsWithNames === parts),
  }
}
