import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { notify } from '../notice.tsx'
import type { RecordForm } from './context.ts'

/** Sends a complete form. Refused fields are marked and all input stays; success closes the form. */
export function useSaving<Result, Variables>(
  form: RecordForm,
  write: UseMutationOptions<Result, Error, Variables>,
  variablesOf: () => Variables,
  onClose: () => void,
) {
  const saving = useMutation({
    ...write,
    meta: { ...write.meta, showsFieldErrors: true },
    onSuccess() {
      form.saved()
      notify('已保存', 'success')
      onClose()
    },
    onError: form.takeError,
  })
  return {
    busy: saving.isPending,
    onSubmit() {
      if (form.validate('submit')) saving.mutate(variablesOf())
    },
  }
}
