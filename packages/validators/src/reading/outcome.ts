import type { RuleCode } from '../book/texts.ts'
import type { Choice, Finding, Outcome } from './types.ts'

const SHOWN = 40

export const finding = (
  code: RuleCode,
  original: string,
  args?: Readonly<Record<string, string>>,
): Finding => ({ code, original: [...original.trim()].slice(0, SHOWN).join(''), ...(args ? { args } : {}) })

export const value = (read: unknown, note?: Finding): Outcome => ({
  level: 'value',
  value: read,
  ...(note ? { note } : {}),
})

export const empty = (note?: Finding): Outcome => ({ level: 'empty', ...(note ? { note } : {}) })

export const refusal = (
  code: RuleCode,
  original: string,
  args?: Readonly<Record<string, string>>,
): Outcome => ({ level: 'refusal', finding: finding(code, original, args) })

/** A question whose choices are named in its words as `choices`, the first one also as `first`. */
export function question(
  code: RuleCode,
  original: string,
  choices: readonly Choice[],
  args: Readonly<Record<string, string>> = {},
): Outcome {
  const texts = choices.map(({ text }) => text)
  const named = { first: texts[0] ?? '', choices: texts.join('／'), ...args }
  return { level: 'question', finding: finding(code, original, named), choices }
}
