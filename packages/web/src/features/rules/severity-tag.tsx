import type { Rule } from '@xinchu/sdk'

const tones: Readonly<Record<Rule['severity'], string>> = {
  hint: 'border-line bg-sunken text-ink-soft',
  warning: 'border-warning-line bg-warning-soft text-warning',
  error: 'border-danger-line bg-danger-soft text-danger',
  blocker: 'border-danger bg-danger-soft font-medium text-danger',
}

/** Severity of a rule. The colour repeats the text. */
export function SeverityTag({ rule }: { rule: Rule }) {
  return (
    <span
      className={`inline-block whitespace-nowrap rounded border px-1.5 text-xs leading-5 ${tones[rule.severity]}`}
    >
      {rule.severityLabel}
    </span>
  )
}
