import { converted, placesOf, rounded, SURE_DIGITS, shortest, wholeDigits } from './decimal.ts'
import { question, refusal, value } from './outcome.ts'
import type { Choice, Outcome, ReadSpec } from './types.ts'

const DECIMALS = 4

export const numberOf = (digits: string): number => Number(digits) + 0

export const choiceOf = (digits: string, { unit }: ReadSpec): Choice => ({
  value: numberOf(digits),
  text: unit ? `${digits} ${unit}` : digits,
})

/** Takes the digits of a number in the field's unit: not longer than sure, not finer than the field. */
export function takenFigure(digits: string, spec: ReadSpec, original: string): Outcome {
  const plain = shortest(digits)
  if (wholeDigits(plain) > SURE_DIGITS) return refusal('C-027', original)
  const read = spec.factor ? converted(plain, spec.factor) : plain
  if (spec.kind === 'number' && placesOf(read) > DECIMALS) {
    const near = rounded(read, DECIMALS)
    return question('C-028', original, [{ value: numberOf(near), text: near }])
  }
  return value(numberOf(read))
}

/** Digits that a question proposes, in the field's unit. */
export const proposed = (digits: string, spec: ReadSpec): Choice =>
  choiceOf(rounded(spec.factor ? converted(digits, spec.factor) : digits, DECIMALS), spec)
