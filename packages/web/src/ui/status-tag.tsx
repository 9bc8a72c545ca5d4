const tones = {
  neutral: 'bg-sunken text-ink-soft border-line',
  waiting: 'bg-brand-soft text-brand-ink border-transparent',
  good: 'bg-success-soft text-success border-transparent',
  bad: 'bg-danger-soft text-danger border-transparent',
} as const

const toneOf = (label: string): keyof typeof tones => {
  if (label.includes('退回')) return 'bad'
  if (label.includes('通过') || label.includes('入库') || label.includes('投运')) return 'good'
  return label.startsWith('待') ? 'waiting' : 'neutral'
}

/** A state in words; the colour repeats what the words say. */
export function StatusTag({ label }: { label: string }) {
  return (
    <span
      className={`inline-block whitespace-nowrap rounded border px-1.5 text-xs leading-5 ${tones[toneOf(label)]}`}
    >
      {label}
    </span>
  )
}
