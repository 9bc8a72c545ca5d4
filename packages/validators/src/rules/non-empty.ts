import type { Fault, Rule } from '../rule.ts'

const EMPTY: Fault = { code: 'F-001' }

/** Requires a value. White space, an empty list and NaN fail; 0 and false pass. */
export const nonEmpty: Rule = (value) => {
  if (value === null || value === undefined) return EMPTY
  if (typeof value === 'string') return value.trim() === '' ? EMPTY : null
  if (typeof value === 'number') return Number.isNaN(value) ? EMPTY : null
  return Array.isArray(value) && value.length === 0 ? EMPTY : null
}
