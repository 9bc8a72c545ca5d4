import { figure } from '../../lib/figures.ts'

interface OutputProps {
  label: string
  /** Undefined if it cannot be computed yet. */
  value: number | string | undefined
  unit?: string
  hint?: string
}

/** Read-only value derived from other fields. */
export function Output({ label, value, unit, hint }: OutputProps) {
  const text = typeof value === 'number' ? figure(value) : (value ?? '—')
  return (
    <div className="min-w-0">
      <p className="mb-1 text-ink-soft text-s">{label}</p>
      <output className="flex h-control items-center justify-between gap-2 rounded-md border border-line border-dashed bg-sunken px-2.5 text-s">
        <span className="truncate">{text}</span>
        {unit && <span className="text-ink-faint text-xs">{unit}</span>}
      </output>
      <p className="mt-0.5 min-h-4.5 text-ink-faint text-xs leading-4.5">{hint}</p>
    </div>
  )
}
