import type { ReactNode } from 'react'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { PlainButton } from '../plain-button.tsx'
import type { FormHandle } from './context.ts'
import { Form } from './form.tsx'

interface FormCardProps {
  form: FormHandle
  /** Called on submit, also by Enter in a field. */
  onSubmit: () => void
  busy: boolean
  /** Label of the main button. */
  action: string
  children: ReactNode
  /** Full-width content above the button. */
  below?: ReactNode
  columns?: boolean
  /** Heading, if the card is one of several on a page. */
  title?: string
}

/** A form as a card with one main button, which is disabled until the scripts run. */
export function FormCard(props: FormCardProps) {
  const { form, onSubmit, busy, action, children, below, columns = false, title } = props
  const isReady = useHydrated()
  return (
    <Form form={form} onSubmit={() => !busy && onSubmit()} className="card">
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
    </Form>
  )
}
