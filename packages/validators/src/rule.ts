/** What Standard Schema asks of a validator; written out so that this package depends on nothing. */
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

/** What the rules of a field take: text, a number, or nothing. */
export type RuleValue = string | number | null | undefined

/**
 * One validation rule: called with a value it answers `null` when the value is fine, else the message to show.
 * It never throws. As a Standard Schema it can be handed to form libraries as it is.
 */
export interface Rule extends StandardSchema<RuleValue> {
  (value: unknown): string | null
}

/** Makes a rule of a check that answers a message or null. */
export function rule(check: (value: unknown) => string | null): Rule {
  const validate = (value: unknown): StandardResult<RuleValue> => {
    const message = check(value)
    // Rules refuse what is neither text nor number; only `nonEmpty` passes other values, and promises nothing of them.
    return message === null ? { value: value as RuleValue } : { issues: [{ message }] }
  }
  return Object.assign((value: unknown) => check(value), {
    '~standard': { version: 1 as const, vendor: 'xinchu', validate },
  })
}

/** Empty is what a form leaves behind where nothing was typed. White space is something. */
export function isEmpty(value: unknown): value is '' | null | undefined {
  return value === '' || value === null || value === undefined
}

/** The text that a rule tests: strings as they are, finite numbers in their shortest form, nothing else. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return undefined
}

/** A rule on the text of a value, which empty passes when the rule is optional. */
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
