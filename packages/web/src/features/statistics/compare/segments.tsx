interface SegmentsProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onValue: (value: Value) => void
}

/** A choice of a few, all visible. */
export function Segments<Value extends string>({ label, value, options, onValue }: SegmentsProps<Value>) {
  return (
    <fieldset
      aria-label={label}
      className="inline-flex h-control min-w-0 shrink-0 overflow-hidden max-sm:order-last rounded-md border border-line-strong bg-surface"
      data-print="none"
    >
      {options.map((each) => (
        <button
          key={each.value}
          type="button"
          aria-pressed={each.value === value}
          className="whitespace-nowrap border-line px-3 text-s not-first:border-l hover:text-brand-ink focus-visible:-outline-offset-2 aria-pressed:bg-brand-soft aria-pressed:font-medium aria-pressed:text-brand-ink"
          onClick={() => onValue(each.value)}
        >
          {each.label}
        </button>
      ))}
    </fieldset>
  )
}
