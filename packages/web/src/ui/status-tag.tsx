const tones = {
  neutral: 'bg-sunken text-ink-soft border-line',
  // A selected row has the same background.
  waiting:
    'bg-brand-soft text-brand-ink border-transparent group-aria-selected/row:border-brand-soft group-aria-selected/row:bg-surface',
  good: 'bg-success-soft text-success border-transparent',
  bad: 'bg-danger-soft text-danger border-transparent',
} as const

const toneOf = (label: string): keyof typeof tones => {
  if (/退回|失败|停用|锁定/.test(label)) return 'bad'
  if (/通过|入库|投运|已确认|已发布/.test(label)) return 'good'
  return label.startsWith('待') || label === '已提交' ? 'waiting' : 'neutral'
}

/** A state as a tag. The colour repeats the text. */
export function StatusTag({ label }: { label: string }) {
  return (
    <span
      className={`inline-block whitespace-nowrap rounded border px-1.5 text-xs leading-5 ${tones[toneOf(label)]}`}
    >
      {label}
    </span>
  )
}
