import { type ReactNode, useId } from 'react'

export const controlClass =
  'h-8 w-full rounded-md border border-line-strong bg-surface px-2.5 text-[13px] text-ink placeholder:text-ink-faint hover:border-brand aria-invalid:border-danger disabled:bg-sunken disabled:text-ink-faint'

interface FieldProps {
  label: string
  required?: boolean
  unit?: string | undefined
  hint?: string | undefined
  error?: string | undefined
  children: (control: {
    id: string
    'aria-invalid': boolean
    'aria-describedby': string | undefined
  }) => ReactNode
}

/** A control with its label, unit, help and error, bound together for screen readers. */
export function Field({ label, required, unit, hint, error, children }: FieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-[13px] text-ink-soft">
        {label}
        {unit && <span className="text-ink-faint">（{unit}）</span>}
        {required && (
          <span className="ml-0.5 text-danger" title="必填">
            *
          </span>
        )}
      </label>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': note ? `${id}-note` : undefined })}
      <p id={`${id}-note`} className={`mt-0.5 min-h-4.5 text-xs ${error ? 'text-danger' : 'text-ink-faint'}`}>
        {note}
      </p>
    </div>
  )
}
