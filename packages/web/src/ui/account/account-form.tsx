import type { FormEvent, ReactNode } from 'react'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { PlainButton } from '../plain-button.tsx'
import type { AccountForm } from './use-account-form.ts'

interface AccountFormCardProps {
  form: AccountForm
  /** Called when everything is in order. */
  onSubmit: () => void
  busy: boolean
  /** The words on the main button. */
  action: string
  children: ReactNode
  /** Stands above the button over the whole width. */
  below?: ReactNode
  columns?: boolean
  /** Heads the card where it is one of several on a page. */
  title?: string
}

/** A card with fields and one main button; enter sends it. */
export function AccountFormCard(props: AccountFormCardProps) {
  const { form, onSubmit, busy, action, children, below, columns = false, title } = props
  const isReady = useHydrated()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.validate() && !busy) onSubmit()
  }
  // By POST, so that a password never goes into an address, whatever becomes of the scripts.
  return (
    <form ref={form.attach} onSubmit={submit} noValidate method="post" className="card">
      {title && <h2 className="border-line border-b px-4 py-2.5 font-medium">{title}</h2>}
      <div className={title ? 'px-4 py-3.5' : 'p-5 sm:p-7'}>
        <div className={columns ? 'grid gap-x-6 gap-y-1 sm:grid-cols-2' : 'grid gap-y-1'}>{children}</div>
        {below}
        <PlainButton
          type="submit"
          look="primary"
          busy={busy}
          disabled={!isReady}
          className={title ? 'ml-auto flex' : 'mt-1 h-10! w-full text-[15px]'}
        >
          {action}
        </PlainButton>
      </div>
    </form>
  )
}
