import { messages } from '../messages.ts'
import { type Rule, rule } from '../rule.ts'

/** A value is required: text of white space, an empty list and NaN count as none; 0 and false are values. */
export const nonEmpty: Rule = rule((value) => {
  if (value === null || value === undefined) return messages.nonEmpty
  if (typeof value === 'string') return value.trim() === '' ? messages.nonEmpty : null
  if (typeof value === 'number') return Number.isNaN(value) ? messages.nonEmpty : null
  return Array.isArray(value) && value.length === 0 ? messages.nonEmpty : null
})
