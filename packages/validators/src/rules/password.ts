import { messages } from '../messages.ts'
import { type Rule, textRule } from '../rule.ts'

/** Password with at least one ASCII digit and one ASCII letter. Empty passes. */
export const password: Rule = textRule(
  messages.password,
  (text) => /[0-9]/.test(text) && /[A-Za-z]/.test(text),
  {
    optional: true,
  },
)
