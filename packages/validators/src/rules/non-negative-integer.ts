import { type Rule, textRule } from '../rule.ts'

const INTEGER = /^(?:0|[1-9][0-9]*)$/

/** Positive integer or 0, without leading zeros. Empty fails. */
export const nonNegativeInteger: Rule = textRule('F-009', (text) => INTEGER.test(text), {
  optional: false,
})
