import { createContext, type ReactNode, useContext, useId } from 'react'

/** Class names of a text control. */
export const controlClass = 'control'

/** Props that connect a control with its label, help and error. */
export interface FieldControl {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  'aria-required': boolean
}

export interface FieldProps {
  label: string
  required?: boolean
  unit?: string | undefined
  hint?: string | undefined
  error?: string | undefined
  /** Link to the rule of the error. Public pages have none. */
  rule?: ReactNode
  /** The error is only a warning. */
  isWarning?: boolean
  /** Spans a whole row of the form. */
  wide?: boolean
  children: (control: FieldControl) => ReactNode
}

/** Ids of elements outside a field that also describe its control, such as the remarks on it. */
const FieldDescriptionContext = createContext<string | undefined>(undefined)
export const FieldDescription = FieldDescriptionContext.Provider

/** Ids of all that describes a control; undefined if nothing does. */
export function useDescription(own: string | undefined): string | undefined {
  const others = useContext(FieldDescriptionContext)
  return [own, others].filter(Boolean).join(' ') || undefined
}

export function Mark() {
  return (
    <span className="ml-0.5 text-danger" title="必填" aria-hidden="true">
      *
    </span>
  )
}

/** A control with label, unit, help and error, connected for screen readers. */
export function Field({
  label,
  required = false,
  unit,
  hint,
  error,
  rule,
  isWarning = false,
  wide = false,
  children,
}: FieldProps) {
  const id = useId()
  const note = error ?? hint
  const describedBy = useDescription(note ? `${id}-note` : undefined)
  const isWrong = Boolean(error) && !isWarning
  const tone = error ? (isWarning ? 'text-warning' : 'text-danger') : 'text-ink-faint'
  return (
    <div className={`min-w-0 ${wide ? 'col-span-full' : ''}`}>
      <label htmlFor={id} className="mb-1 block text-ink-soft text-s">
        {label}
        {unit && <span className="text-ink-faint">（{unit}）</span>}
        {required && <Mark />}
      </label>
      {children({
        id,
        'aria-invalid': isWrong,
        'aria-describedby': describedBy,
        'aria-required': required,
      })}
      <p id={`${id}-note`} className={`mt-0.5 mb-1.5 min-h-4 text-xs leading-4 ${tone}`}>
        {note}
        {error && rule}
      </p>
    </div>
  )
}
