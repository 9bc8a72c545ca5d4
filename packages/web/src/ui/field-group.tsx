import { type ReactNode, useId } from 'react'
import { type FieldProps, Mark, useDescription } from './field.tsx'

interface FieldGroupProps extends Omit<FieldProps, 'children' | 'unit'> {
  children: ReactNode
  name?: string
}

/** A group of checkboxes with one label. */
export function FieldGroup({
  label,
  required,
  hint,
  error,
  rule,
  wide = true,
  name,
  children,
}: FieldGroupProps) {
  const id = useId()
  const note = error ?? hint
  const describedBy = useDescription(note ? `${id}-note` : undefined)
  return (
    <fieldset
      className={`min-w-0 ${wide ? 'col-span-full' : ''}`}
      aria-describedby={describedBy}
      data-field={name}
      tabIndex={-1}
    >
      <legend className="mb-1 text-ink-soft text-s">
        {label}
        {required && <Mark />}
      </legend>
      <div className="flex min-h-control flex-wrap items-center gap-x-5 gap-y-1.5 text-s">{children}</div>
      <p
        id={`${id}-note`}
        className={`mt-0.5 min-h-4.5 text-xs leading-4.5 ${error ? 'text-danger' : 'text-ink-faint'}`}
      >
        {note}
        {error && rule}
      </p>
    </fieldset>
  )
}
