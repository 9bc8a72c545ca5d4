import { type Severity, severityOf } from '../severity.ts'
import type { RuleText } from './rule-text.ts'
import { type RuleCode, texts } from './texts.ts'

export type { Example, Moment, RuleText } from './rule-text.ts'

/** The severities in the words of users. */
export const severityLabels: Readonly<Record<Severity, string>> = {
  hint: '提示',
  warning: '警告',
  error: '错误',
  blocker: '阻断',
}

/** A rule of the book with its code and severity. */
export interface BookRule extends RuleText {
  readonly code: RuleCode
  readonly severity: Severity
}

/** All rules, family by family. The texts are large: forms need only the codes and `severityOf`. */
export const ruleBook: readonly BookRule[] = (Object.entries(texts) as [RuleCode, RuleText][]) // entries lose the names of the keys
  .map(([code, rule]) => ({ code, severity: severityOf(code), ...rule }))
