import { messages } from '../messages.ts'
import { type Rule, textRule } from '../rule.ts'

// The script property covers the extension blocks and 〇, 々, which a range of code points would let through.
const HAN_OR_SPACE = /[\p{Script=Han}\p{White_Space}]/u
// Control characters, zero-width and direction marks, unpaired surrogates: two accounts would look alike.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]/u
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/

/** Login account: no Chinese characters, spaces or invisible characters. Empty fails. */
export const account: Rule = textRule(
  messages.account,
  (text) => !HAN_OR_SPACE.test(text) && !UNSEEN.test(text),
  { optional: false },
)

/** For registration: printable ASCII only, so that no two accounts look alike. Empty fails. */
export const accountAscii: Rule = textRule(messages.accountAscii, (text) => PRINTABLE_ASCII.test(text), {
  optional: false,
})
