import { type Fault, isEmpty, type Rule, textOf } from '../rule.ts'

const DECIMAL = /^-?(?:[1-9][0-9]*|0(?=\.)|0$)(?:\.[0-9]{1,4})?$/
const NO_DECIMAL: Fault = { code: 'F-008' }

/**
 * Number of decimals in the shortest text of a number. Up to 2^39 (5.49e11) adjacent doubles differ by less than 0.0001,
 * so the result is exact for four decimals. Above that it may be too small, never too large.
 */
export function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e')
  const written = digits.split('.')[1]?.length ?? 0
  return Math.max(0, written - Number(exponent))
}

export interface DecimalOptions {
  /** Whether a lone 0 passes. */
  allowZero: boolean
  /** Whether empty passes. */
  allowEmpty: boolean
}

/**
 * A decimal: optional minus, digits, at most 4 decimals, no leading zero unless a decimal point follows.
 *
 * Taken literally, that rejects a lone 0, so a variant accepts it.
 */
export function decimal({ allowZero, allowEmpty }: DecimalOptions): Rule {
  return (value) => {
    if (isEmpty(value)) return allowEmpty ? null : NO_DECIMAL
    const text = textOf(value)
    if (text === undefined || text === '-0' || !DECIMAL.test(text)) return NO_DECIMAL
    return text === '0' && !allowZero ? NO_DECIMAL : null
  }
}

/** Decimal with at most 4 decimals; empty and a lone 0 fail. */
export const decimal4: Rule = decimal({ allowZero: false, allowEmpty: false })

/** As `decimal4`, but 0 and empty pass. Combine with `nonEmpty` for a required value that may be 0. */
export const decimal4OrZero: Rule = decimal({ allowZero: true, allowEmpty: true })
