interface MeterProps {
  value: number
  max: number
  /** Accessible name. */
  label: string
  className?: string
}

/** A progress bar. */
export function Meter({ value, max, label, className = '' }: MeterProps) {
  const part = max > 0 ? Math.min(1, value / max) : 0
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className={`block h-1.5 min-w-12 flex-1 overflow-hidden rounded-full bg-line ${className}`}
    >
      <span
        className={`block h-full rounded-full ${part === 1 ? 'bg-success' : 'bg-brand'}`}
        style={{ width: `${part * 100}%` }}
      />
    </span>
  )
}
