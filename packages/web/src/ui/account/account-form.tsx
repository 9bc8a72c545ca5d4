import type { FormEvent, ReactNode } from 'react'
import { Button } from '../button.tsx'
import type { AccountForm } from './use-account-form.ts'

interface AccountFormCardProps {
  form: AccountForm
  /** Called when everything is in order. */
  onSubmit: () => void
  busy: boolean
  /** The words on the main button. */
  action: string
  /** Why the main button cannot be used yet is said beside it. */
  disabled?: boolean
  children: ReactNode
  /** Stands above the button over the whole width. */
  below?: ReactNode
  columns?: boolean
}

/** A card with fields and one main button; enter sends it. */
export function AccountFormCard(props: AccountFormCardProps) {
  const { form, onSubmit, busy, action, disabled = false, children, below, columns = false } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.validate() && !busy && !disabled) onSubmit()
  }
  return (
    <form ref={form.attach} onSubmit={submit} noValidate className="card p-5 sm:p-7">
      <div className={columns ? 'grid gap-x-6 gap-y-1 sm:grid-cols-2' : 'grid gap-y-1'}>{children}</div>
      {below}
      <Button
        type="submit"
        look="primary"
        busy={busy}
        disabled={disabled}
        className="mt-1 h-10 w-full text-[15px]"
      >
        {action}
      </Button>
    </form>
  )
}
