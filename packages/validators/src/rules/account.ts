import { type Rule, textRule } from '../rule.ts'

/** Words of the rule. They stand here because the log-in page must not load the other texts. */
export const ACCOUNT_TEXT = '登录账号不能包含汉字或者空格'

// The script property covers the extension blocks and 〇, 々, which a range of code points would let through.
const HAN_OR_SPACE = /[\p{Script=Han}\p{White_Space}]/u
// Control characters, zero-width and direction marks, unpaired surrogates: two accounts would look alike.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]/u
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/

/** Login account: no Chinese characters, spaces or invisible characters. Empty fails. */
export const account: Rule = textRule('F-006', (text) => !HAN_OR_SPACE.test(text) && !UNSEEN.test(text), {
  optional: false,
})

/** For registration: printable ASCII only, so that no two accounts look alike. Empty fails. */
export const accountAscii: Rule = textRule('F-018', (text) => PRINTABLE_ASCII.test(text), {
  optional: false,
})
