import { type Rule, textRule } from '../rule.ts'

// GB 32100-2015: I, O, S, V and Z are not used; weight i is 3^(i-1) mod 31.
const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const SHAPE = /^[0-9A-HJ-NPQRTUWXY]{18}$/

function checkCharacter(first17: string): string {
  let sum = 0
  let weight = 1
  for (const character of first17) {
    sum += CHARACTERS.indexOf(character) * weight
    weight = (weight * 3) % 31
  }
  return CHARACTERS[(31 - (sum % 31)) % 31] ?? ''
}

/** Unified social credit code with the check character of GB 32100-2015. Empty passes. */
export const creditCode: Rule = textRule(
  'F-010',
  (text) => SHAPE.test(text) && checkCharacter(text.slice(0, 17)) === text[17],
  { optional: true },
)

/**
 * Appends the check character to the first 17 characters of a credit code.
 * @throws RangeError when they are not 17 characters of the standard's alphabet
 */
export function completeCreditCode(first17: string): string {
  if (!SHAPE.test(`${first17}0`))
    throw new RangeError('a credit code starts with 17 characters of GB 32100-2015')
  return first17 + checkCharacter(first17)
}
