import { type Fault, type Rule, textRule } from '../rule.ts'

const SHAPE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/

/** Whether a text is a calendar date in the form yyyy-MM-dd. */
export function isCalendarDate(text: string): boolean {
  const found = SHAPE.exec(text)
  if (!found) return false
  const [year = 0, month = 0, day = 0] = found.slice(1).map(Number)
  const instant = new Date(Date.UTC(year, month - 1, day))
  // Date.UTC reads years below 100 as 19xx, which the comparison of years refuses.
  return (
    instant.getUTCFullYear() === year && instant.getUTCMonth() === month - 1 && instant.getUTCDate() === day
  )
}

const FIRST_YEAR = 1900
const LAST_YEAR = 2200

/** Whether a day, yyyy-MM-dd, is of an age that records can be of. A year such as 0227 is a slip. */
export function isKnownYear(day: string): boolean {
  const year = Number(day.slice(0, 4))
  return year >= FIRST_YEAR && year <= LAST_YEAR
}

/** A calendar date as yyyy-MM-dd from 1900 to 2200. Empty passes. */
export const date: Rule = textRule('F-013', (text) => isCalendarDate(text) && isKnownYear(text), {
  optional: true,
})

/** Whether `later` is before `earlier`, both yyyy-MM-dd. False if either is missing. */
export function dateOrder(earlier: string | undefined, later: string | undefined): Fault | null {
  return earlier && later && later < earlier ? { code: 'F-012' } : null
}
