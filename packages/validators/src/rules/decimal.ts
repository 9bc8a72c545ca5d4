import { messages } from '../messages.ts'
import { isEmpty, type Rule, rule, textOf } from '../rule.ts'

const DECIMAL = /^-?(?:[1-9][0-9]*|0(?=\.)|0$)(?:\.[0-9]{1,4})?$/

/**
 * How many decimals the shortest text of a number has. Up to 2^39 (5.49e11) doubles lie closer than 0.0001, so
 * the answer is exact for numbers of four decimals. Above, it may be too small, never too large.
 */
export function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e')
  const written = digits.split('.')[1]?.length ?? 0
  return Math.max(0, written - Number(exponent))
}

export interface DecimalOptions {
  /** Whether a lone 0 is a value. */
  allowZero: boolean
  /** Whether nothing is a value. */
  allowEmpty: boolean
}

/**
 * A decimal: optional minus, digits, at most 4 decimals, no leading zero unless a decimal point follows.
 *
 * By the letter of that sentence a lone 0 is refused; the variant that admits it exists for that reason.
 */
export function decimal({ allowZero, allowEmpty }: DecimalOptions): Rule {
  return rule((value) => {
    if (isEmpty(value)) return allowEmpty ? null : messages.decimal
    const text = textOf(value)
    if (text === undefined || text === '-0' || !DECIMAL.test(text)) return messages.decimal
    return text === '0' && !allowZero ? messages.decimal : null
  })
}

/** Decimal with at most 4 decimals; empty and a lone 0 fail. */
export const decimal4: Rule = decimal({ allowZero: false, allowEmpty: false })

/** The variant: 0 and empty pass. Where 0 has a meaning, combine with `nonEmpty`. */
export const decimal4OrZero: Rule = decimal({ allowZero: true, allowEmpty: true })
