import { tellOfForm } from '../../app/tell.ts'
import { useAction } from '../../lib/use-action.ts'
import type { FormApi } from '../../ui/form/context.ts'

interface SendingOptions<T> {
  onDone: (result: T) => void
  /** Called after a refusal, when its errors are shown at the fields. */
  onFailed?: (error: Error) => void
  /** Checks what is no field, together with the fields. */
  mayRun?: () => boolean
}

/** Sends a complete form and shows the server's errors at the fields. */
export function useSending<T>(form: FormApi, send: () => Promise<T>, options: SendingOptions<T>) {
  const { onDone, onFailed, mayRun = () => true } = options
  const sending = useAction(send, {
    onDone,
    onFailed(error) {
      tellOfForm(error)
      form.takeError(error)
      onFailed?.(error)
    },
  })
  return {
    busy: sending.isBusy,
    onSubmit() {
      const isReady = mayRun()
      if (form.validate('submit') && isReady) sending.run()
    },
  }
}
