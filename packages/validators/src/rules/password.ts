import { type Rule, textRule } from '../rule.ts'

/** Password with at least one ASCII digit and one ASCII letter. Empty passes. */
export const password: Rule = textRule('F-007', (text) => /[0-9]/.test(text) && /[A-Za-z]/.test(text), {
  optional: true,
})
