import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { notify } from '../notice.tsx'
import type { RecordForm } from './context.ts'
import { madeIdOf } from './made.ts'

/**
 * Creates a record from a form, whose dialog then shows the answer, such as a one-time password.
 * @param made said if another window or device has already created a record with this input
 */
export const useMaking = <Result, Variables>(
  form: RecordForm,
  write: UseMutationOptions<Result, Error, Variables>,
  made: string,
) =>
  useMutation({
    ...write,
    onSuccess: form.saved,
    onError(error) {
      if (madeIdOf(error) === undefined) form.takeError(error)
      else notify(made, 'error')
    },
  })
