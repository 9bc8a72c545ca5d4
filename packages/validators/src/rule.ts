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

/**
 * A validation rule: returns `null` for a valid value, otherwise the message to show. Never throws.
 * It is also a Standard Schema, so form libraries accept it directly.
 */
export interface Rule extends StandardSchema<RuleValue> {
  (value: unknown): string | null
}

/** Creates a rule from a check that returns a message or null. */
export function rule(check: (value: unknown) => string | null): Rule {
  const validate = (value: unknown): StandardResult<RuleValue> => {
    const message = check(value)
    // Rules reject values that are neither text nor number. Only `nonEmpty` accepts other types.
    return message === null ? { value: value as RuleValue } : { issues: [{ message }] }
  }
  return Object.assign((value: unknown) => check(value), {
    '~standard': { version: 1 as const, vendor: 'xinchu', validate },
  })
}

/** Whether a form field was left empty. White space is not empty. */
export function isEmpty(value: unknown): value is '' | null | undefined {
  return value === '' || value === null || value === undefined
}

/** The text that a rule tests: a string unchanged, or a finite number in its shortest form. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return undefined
}

/** Creates a rule on the text of a value. Empty passes if the rule is optional. */
export function textRule(
  message: string,
  fits: (text: string) => boolean,
  { optional }: { optional: boolean },
): Rule {
  return rule((value) => {
    if (isEmpty(value)) return optional ? null : message
    const text = textOf(value)
    return text !== undefined && fits(text) ? null : message
  })
}
