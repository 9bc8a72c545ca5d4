import { tellOfForm } from '../../app/tell.ts'
import { useAction } from '../../lib/use-action.ts'
import type { FormApi } from '../../ui/form/context.ts'

interface SendingOptions<T> {
  onDone: (result: T) => void
  /** Called after a refusal, whose errors are already at their fields. */
  onFailed?: () => void
  /** Checked once the fields are right. */
  mayRun?: () => boolean
}

/** Sends a form once it is complete and places the server's errors at its fields. */
export function useSending<T>(form: FormApi, send: () => Promise<T>, options: SendingOptions<T>) {
  const { onDone, onFailed, mayRun = () => true } = options
  const sending = useAction(send, {
    onDone,
    onFailed(error) {
      tellOfForm(error)
      form.takeError(error)
      onFailed?.()
    },
  })
  return {
    busy: sending.isBusy,
    onSubmit() {
      if (form.validate('submit') && mayRun()) sending.run()
    },
  }
}
