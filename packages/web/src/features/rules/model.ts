import type { Rule } from '@xinchu/sdk'

/** Filter of the rules; undefined means all. */
export interface RuleFilter {
  words: string
  family?: string | undefined
  severity?: string | undefined
}

/** The user's duty for each severity. */
export const severityHints: Readonly<Record<Rule['severity'], string>> = {
  hint: '供核对，不须处理。',
  warning: '写明原因后可以提交，审核人会看到原因。',
  error: '改正后方可提交或办理。',
  blocker: '改正后方可保存。',
}

/** Captions of the fields of a rule; without fields, the name of its family. */
export const fieldsOf = ({ fields, familyLabel }: Rule): string =>
  fields.length > 0 ? [...new Set(fields.map(({ label }) => label))].join('、') : familyLabel

const textsOf = (rule: Rule): string[] => [
  rule.code,
  rule.text,
  rule.formula ?? '',
  ...rule.fields.flatMap(({ field, label }) => [field, label]),
]

/** Whether a rule contains all the words in its code, fields or texts. */
function hasWords(rule: Rule, words: string): boolean {
  const texts = textsOf(rule).map((text) => text.toLowerCase())
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => texts.some((text) => text.includes(word)))
}

/** The rules that match, ignoring the one condition whose chips are counted. */
export function rulesOf(
  rules: readonly Rule[],
  { words, family, severity }: RuleFilter,
  except?: 'family' | 'severity',
): readonly Rule[] {
  return rules.filter(
    (rule) =>
      hasWords(rule, words.trim()) &&
      (except === 'family' || !family || rule.family === family) &&
      (except === 'severity' || !severity || rule.severity === severity),
  )
}

export interface Chip {
  value: string
  label: string
  count: number
}

/** Families or severities in the order of the book, with the number of matching rules. */
export function chipsOf(
  rules: readonly Rule[],
  filter: RuleFilter,
  by: 'family' | 'severity',
): readonly Chip[] {
  const fitting = rulesOf(rules, filter, by)
  const labels = new Map(rules.map((rule) => [rule[by] as string, rule[`${by}Label`]]))
  return [...labels].map(([value, label]) => ({
    value,
    label,
    count: fitting.filter((rule) => rule[by] === value).length,
  }))
}
