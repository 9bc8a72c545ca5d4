import { type Rule, rule } from '../rule.ts'

// Here for the log-in page, as the texts of the account.
export const NON_EMPTY_TEXT = '值不能为空'

/** Requires a value. White space, an empty list and NaN fail; 0 and false pass. */
export const nonEmpty: Rule = rule((value) => {
  if (value === null || value === undefined) return NON_EMPTY_TEXT
  if (typeof value === 'string') return value.trim() === '' ? NON_EMPTY_TEXT : null
  if (typeof value === 'number') return Number.isNaN(value) ? NON_EMPTY_TEXT : null
  return Array.isArray(value) && value.length === 0 ? NON_EMPTY_TEXT : null
})
