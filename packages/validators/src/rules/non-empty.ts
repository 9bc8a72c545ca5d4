import { messages } from '../messages.ts'
import { type Rule, rule } from '../rule.ts'

/** Requires a value. White space, an empty list and NaN fail; 0 and false pass. */
export const nonEmpty: Rule = rule((value) => {
  if (value === null || value === undefined) return messages.nonEmpty
  if (typeof value === 'string') return value.trim() === '' ? messages.nonEmpty : null
  if (typeof value === 'number') return Number.isNaN(value) ? messages.nonEmpty : null
  return Array.isArray(value) && value.length === 0 ? messages.nonEmpty : null
})
