import { type Rule, textRule } from '../rule.ts'
import { isCalendarDate } from './date.ts'

const SHAPE = /^(?:[0-9]{15}|[0-9]{17}[0-9Xx])$/
// GB 11643-1999, section 5: weights of the first 17 digits, and the check character by remainder mod 11.
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_CHARACTERS = '10X98765432'

function hasRealDate(text: string): boolean {
  const [year, month, day] =
    text.length === 15
      ? [`19${text.slice(6, 8)}`, text.slice(8, 10), text.slice(10, 12)]
      : [text.slice(6, 10), text.slice(10, 12), text.slice(12, 14)]
  return isCalendarDate(`${year}-${month}-${day}`)
}

function hasCheckCharacter(text: string): boolean {
  if (text.length === 15) return true
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(text[index]), 0)
  return CHECK_CHARACTERS[sum % 11] === text[17]?.toUpperCase()
}

/** Resident identity number: 15 digits, 18 digits, or 17 digits and X. Checks the shape only. Empty passes. */
export const idCard: Rule = textRule('F-004', (text) => SHAPE.test(text), { optional: true })

/** As `idCard`, and also checks the birth date and the check character of GB 11643-1999. */
export const idCardChecked: Rule = textRule(
  'F-004',
  (text) => SHAPE.test(text) && hasRealDate(text) && hasCheckCharacter(text),
  { optional: true },
)
