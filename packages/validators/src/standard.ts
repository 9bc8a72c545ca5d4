import type { Rule } from './rule.ts'
import { wordsOf } from './words.ts'

/** The Standard Schema interface, copied so that this package has no dependency. */
export interface StandardSchema<Input, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output>
    readonly types?: { readonly input: Input; readonly output: Output }
  }
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] }

/** Input of a field rule: text, a number, or nothing. */
export type RuleValue = string | number | null | undefined

/** A rule as a Standard Schema, which form libraries accept. */
export const standardOf = (rule: Rule): StandardSchema<RuleValue> => ({
  '~standard': {
    version: 1,
    vendor: 'xinchu',
    validate(value) {
      const fault = rule(value)
      // Rules reject values that are neither text nor number. Only `nonEmpty` accepts other types.
      return fault ? { issues: [{ message: wordsOf(fault) }] } : { value: value as RuleValue }
    },
  },
})
