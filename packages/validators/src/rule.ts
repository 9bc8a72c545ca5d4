import type { RuleCode } from './book/texts.ts'

/** What a rule finds wrong. `wordsOf` has its words. */
export interface Fault {
  /** The code of the rule in the book. */
  readonly code: RuleCode
  /** What the words name besides. */
  readonly values?: {
    /** Most characters. */
    readonly most?: number
    /** Two coordinates would be right if they were exchanged. */
    readonly areSwapped?: boolean
  }
}

/** A validation rule: returns `null` for a valid value, otherwise what is wrong. Never throws. */
export type Rule = (value: unknown) => Fault | null

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
  code: RuleCode,
  fits: (text: string) => boolean,
  { optional }: { optional: boolean },
): Rule {
  const fault: Fault = { code }
  return (value) => {
    if (isEmpty(value)) return optional ? null : fault
    const text = textOf(value)
    return text !== undefined && fits(text) ? null : fault
  }
}
