import { password } from '@xinchu/validators'
import { type PasswordOwner, passwordRules, weaknessOf } from '@xinchu/validators/password'
import words from './common-passwords.txt?raw'

// The most common ones. The platform knows five times as many and has the last word.
const common: ReadonlySet<string> = new Set(words.trimEnd().split('\n'))

export const rulesOf = (text: string, owner: PasswordOwner) => passwordRules(text, common, owner)

/** Returns why the platform's policy refuses a password that has digits and letters. */
export const weaknessIn = (text: string, owner: PasswordOwner): string | undefined =>
  password(text) === null ? weaknessOf(text, common, owner) : undefined
