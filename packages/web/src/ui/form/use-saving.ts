import { useMutation } from '@tanstack/react-query'
import { notify } from '../notice.tsx'
import type { RecordForm } from './context.ts'

/**
 * Sends a form once it is complete: what is refused stands at its fields and all that was typed stays; what is saved
 * closes it.
 */
export function useSaving(form: RecordForm, save: () => Promise<unknown>, onClose: () => void) {
  const saving = useMutation({
    meta: { showsFieldErrors: true },
    mutationFn: save,
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
      if (form.validate('submit')) saving.mutate()
    },
  }
}
