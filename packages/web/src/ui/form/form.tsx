import { type FormEvent, type ReactNode, useId } from 'react'
import { FormContext, type FormHandle } from './context.ts'

interface FormProps {
  form: FormHandle
  /** Called by the main button and by Enter in a field. */
  onSubmit: () => void
  className?: string
  children: ReactNode
}

/** The element around the fields of a form. */
export function Form({ form, onSubmit, className = 'grid gap-4', children }: FormProps) {
  // The context must not change with each keystroke.
  const api = 'api' in form ? form.api : form
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  // By POST, so that a password never enters an address if the scripts fail.
  return (
    <FormContext value={api}>
      <form ref={api.attach} onSubmit={submit} noValidate method="post" className={className}>
        {children}
      </form>
    </FormContext>
  )
}

interface FormSectionProps {
  id?: string
  title: string
  children: ReactNode
  /** Next to the title. */
  aside?: ReactNode
  /** Below the fields. */
  foot?: ReactNode
  /** Hidden sections stay mounted, so that their fields keep their state. */
  hidden?: boolean
}

/** A titled group of fields in one to three columns. */
export function FormSection({ id, title, aside, foot, hidden, children }: FormSectionProps) {
  const own = useId()
  return (
    <section id={id} aria-labelledby={own} className="card" hidden={hidden}>
      <header className="flex items-center gap-3 border-line border-b px-4 py-2.5">
        <h2 id={own} className="font-medium">
          {title}
        </h2>
        {aside}
      </header>
      <div className="form-grid px-4 pt-3.5 pb-1.5">{children}</div>
      {foot}
    </section>
  )
}
